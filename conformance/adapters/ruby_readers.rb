# `ruby_readers.rb PEER VERSION`: readers in Ruby.
require 'base64'
require 'json'

$stdout.sync = true
PEER, VERSION = ARGV
HOME = ENV.fetch('CONFORMANCE_PEERS', 'target/conformance-peers')

if PEER == 'webrobots'
  require 'webrobots'
else
  $LOAD_PATH.unshift File.join(HOME, 'src/GSA/robots_tag_parser/lib')
  require 'robots_tag_parser'
end

def allowed(input)
  body = Base64.decode64(input['robots_txt_b64'] || '').force_encoding('UTF-8')
  # A name that no file has stands for a client without one.
  agent = input['agents'].first || 'unnamed-client'
  { allowed: WebRobots.new(agent, http_get: ->(_) { body }).allowed?(input['url']) }
end

def field(input)
  lines = input['headers'].select { |name, _| name.downcase == 'x-robots-tag' }.map(&:last)
  said = lines.empty? ? [] : RobotsTagParser.get_rules(headers: { 'X-Robots-Tag' => lines }, user_agent: input['agents'].first&.downcase)
  {
    index: (said & %w[noindex none]).empty?,
    follow: (said & %w[nofollow none]).empty?,
    archive: !said.include?('noarchive'),
    snippet: !said.include?('nosnippet')
  }
end

ASKS = PEER == 'webrobots' ? { 'access' => :allowed, 'hostile' => :allowed } : { 'field' => :field }

$stdin.each_line do |line|
  message = JSON.parse(line)
  break if message['cmd'] == 'stop'

  said =
    if message['cmd'] == 'start'
      { name: PEER, version: VERSION, language: 'Ruby', kinds: ASKS.keys, features_missing: PEER == 'webrobots' ? [] : %w[robots-tag several-tokens clock] }
    else
      begin
        { id: message['id'], answer: send(ASKS[message['kind']], message['input']) }
      rescue SystemStackError, StandardError => e
        { id: message['id'], error: e.inspect[0, 200] }
      end
    end
  puts said.to_json
end
