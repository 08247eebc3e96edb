// The part of StormCrawler's class that its RobotsTags calls, so that this one file of it can be built alone.
package org.apache.stormcrawler;

import java.util.List;

public class Metadata {
    private final List<String> fields;

    public Metadata(List<String> fields) {
        this.fields = fields;
    }

    public String[] getValues(String key, String prefix) {
        return fields.isEmpty() ? null : fields.toArray(new String[0]);
    }

    public void setValue(String key, String value) {}
}
