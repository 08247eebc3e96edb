// `adapter PEER`: readers in Go.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/jimsmart/grobotstxt"
	"github.com/temoto/robotstxt"
)

type input struct {
	Robots  string `json:"robots_txt_b64"`
	URL     string
	Agents  []string
	Answers []struct{ Status int } `json:"robots_answers"`
}

type message struct {
	Cmd, ID, Kind string
	Input         input
}

type object = map[string]any

var place = regexp.MustCompile(`[/?][^#]*`)

// The path and the query, for a reader that takes no address.
func path(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	found := place.FindString(rest)
	if !strings.HasPrefix(found, "/") {
		found = "/" + found
	}
	return found
}

func allowed(peer string, m message) (answer object) {
	defer func() {
		if failure := recover(); failure != nil {
			answer = object{"error": fmt.Sprint(failure)}
		}
	}()
	robots, _ := base64.StdEncoding.DecodeString(m.Input.Robots)
	// The name of a client that no file names.
	agent := "unnamed-client"
	if len(m.Input.Agents) > 0 {
		agent = m.Input.Agents[0]
	}
	if peer == "grobotstxt" {
		return object{"answer": object{"allowed": grobotstxt.AgentAllowed(string(robots), agent, m.Input.URL)}}
	}
	status := 200
	if m.Kind == "status" {
		if len(m.Input.Answers) != 1 || m.Input.Answers[0].Status == 0 {
			return object{"skip": "takes one answer with a status"}
		}
		status = m.Input.Answers[0].Status
	}
	read, failure := robotstxt.FromStatusAndBytes(status, robots)
	if failure != nil {
		return object{"error": failure.Error()}
	}
	return object{"answer": object{"allowed": read.TestAgent(path(m.Input.URL), agent)}}
}

func main() {
	peer, version := os.Args[1], os.Args[2]
	kinds := []string{"access", "hostile"}
	if peer == "temoto" {
		kinds = append(kinds, "status")
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var m message
		json.Unmarshal(lines.Bytes(), &m)
		switch m.Cmd {
		case "stop":
			return
		case "start":
			out.Encode(object{"name": peer, "version": version, "language": "Go", "kinds": kinds, "features_missing": []string{}})
		default:
			answer := allowed(peer, m)
			answer["id"] = m.ID
			out.Encode(answer)
		}
	}
}
