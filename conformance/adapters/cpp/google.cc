// google/robotstxt as a function of C, for python_readers.py.
#include <cstddef>
#include <string>

#include "robots.h"

extern "C" int allowed(const char* robots, std::size_t length, const char* agent, const char* url) {
  googlebot::RobotsMatcher matcher;
  return matcher.OneAgentAllowedByRobots(std::string(robots, length), agent, url) ? 1 : 0;
}
