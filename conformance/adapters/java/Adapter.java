// `Adapter PEER VERSION`: crawler-commons, and RobotsTags of StormCrawler over jsoup's tree.
import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import org.apache.stormcrawler.Metadata;
import org.apache.stormcrawler.util.RobotsTags;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

public class Adapter {
    static final Gson GSON = new Gson();

    public static void main(String[] arguments) throws Exception {
        boolean isTags = arguments[0].equals("stormcrawler");
        String[] kinds = isTags ? new String[] {"field", "meta", "union"} : new String[] {"access", "hostile", "status"};
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = System.out;
        System.setOut(System.err); // what a reader prints is no answer
        String line;
        while ((line = in.readLine()) != null) {
            JsonObject message = GSON.fromJson(line, JsonObject.class);
            String command = message.get("cmd").getAsString();
            if (command.equals("stop")) return;
            JsonObject said = new JsonObject();
            if (command.equals("start")) {
                said.addProperty("name", arguments[0]);
                said.addProperty("version", arguments[1]);
                said.addProperty("language", "Java");
                said.add("kinds", GSON.toJsonTree(kinds));
                said.add("features_missing", GSON.toJsonTree(isTags ? new String[] {"robots-tag", "several-tokens", "clock"} : new String[0]));
            } else {
                said = answered(message, isTags);
            }
            out.println(GSON.toJson(said));
            out.flush();
        }
    }

    static JsonObject answered(JsonObject message, boolean isTags) {
        JsonObject said = new JsonObject();
        said.add("id", message.get("id"));
        JsonObject input = message.getAsJsonObject("input");
        try {
            said.add("answer", isTags ? tags(input) : access(message.get("kind").getAsString(), input));
        } catch (IllegalArgumentException why) {
            said.addProperty("skip", why.getMessage());
        } catch (StackOverflowError error) {
            said.addProperty("crash", true);
        } catch (Throwable error) {
            said.addProperty("error", error.toString());
        }
        return said;
    }

    static byte[] bytes(JsonObject input, String name) {
        return input.has(name) ? Base64.getDecoder().decode(input.get(name).getAsString()) : new byte[0];
    }

    static JsonObject access(String kind, JsonObject input) {
        SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
        String url = input.get("url").getAsString();
        int status = 200;
        if (kind.equals("status")) {
            JsonArray answers = input.getAsJsonArray("robots_answers");
            status = answers.get(0).getAsJsonObject().get("status").getAsInt();
            if (answers.size() > 1 || status == 0) throw new IllegalArgumentException("takes one answer with a status");
        }
        JsonArray agents = input.getAsJsonArray("agents");
        // A name that no file has stands for a client without one.
        String agent = agents.size() == 0 ? "unnamed-client" : agents.get(0).getAsString().toLowerCase(Locale.ROOT);
        SimpleRobotRules rules = status / 100 == 2
                ? parser.parseContent(url, bytes(input, "robots_txt_b64"), "text/plain", List.of(agent))
                : parser.failedFetch(status);
        JsonObject answer = new JsonObject();
        answer.addProperty("allowed", rules.isAllowed(url));
        return answer;
    }

    static JsonObject tags(JsonObject input) {
        List<String> lines = new ArrayList<>();
        for (JsonElement line : input.getAsJsonArray("headers")) {
            if (line.getAsJsonArray().get(0).getAsString().equalsIgnoreCase("X-Robots-Tag")) {
                lines.add(line.getAsJsonArray().get(1).getAsString());
            }
        }
        RobotsTags tags = new RobotsTags(new Metadata(lines), "");
        if (input.has("html_b64")) {
            robots(bytes(input, "html_b64"), tags);
        }
        JsonObject answer = new JsonObject();
        answer.addProperty("index", !tags.isNoIndex());
        answer.addProperty("follow", !tags.isNoFollow());
        answer.addProperty("archive", !tags.isNoCache());
        return answer;
    }

    /** The first robots meta, as `extractMetaTags` finds it in the tree of StormCrawler's own parser. */
    static void robots(byte[] html, RobotsTags tags) {
        try {
            for (Element meta : Jsoup.parse(new ByteArrayInputStream(html), null, "https://example.com/").select("html > * > meta")) {
                if (meta.attr("name").equalsIgnoreCase("robots") && meta.hasAttr("content")) {
                    tags.extractMetaTags(meta.attr("content"));
                    return;
                }
            }
        } catch (java.io.IOException error) {
            throw new IllegalStateException(error);
        }
    }
}
