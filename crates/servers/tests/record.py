"""Records what nginx, Apache and Caddy serve for the configurations beside this file.

`record.py` writes `configurations/NAME.served.jsonl`; with `--check` it writes nothing and compares. The names of
servers, `nginx apache caddy`, choose some of them. A server that is not installed is named at the end, with exit
status 3.
"""

import concurrent.futures
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent / "configurations"
PROGRAMS = {"nginx": "nginx", "apache": "apache2", "caddy": "caddy"}
MODULES = "/usr/lib/apache2/modules"
APACHE_MODULES = (
    "mpm_event alias auth_basic authn_core authn_file authz_core authz_host authz_user autoindex dir env headers mime"
    " negotiation rewrite setenvif"
)
NGINX = """daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;
events {{}}
http {{
access_log off; types {{ text/html html; }}
client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
{text}
}}
"""
APACHE = """ServerName example.org
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/log
DefaultRuntimeDir {folder}
{modules}
{user}
TypesConfig /dev/null
AddType text/html .html
AddType application/pdf .pdf
{text}
"""


def parts(text: str) -> tuple[str, dict[str, str]]:
    """Split a configuration into the main file, and the others by their names."""
    main, *rest = text.split("#### file: ")
    files = {}
    for part in rest:
        name, _, content = part.partition("\n")
        files[name.strip()] = content
    return main, files


def hosts(text: str) -> list[str]:
    """List the hosts that a configuration is asked for."""
    for line in text.splitlines():
        if line.startswith("# hosts: "):
            return line.split()[2:]
    return ["example.org"]


def free_port() -> int:
    """Find a port that no server has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def command(kind: str, folder: Path, port: int, text: str) -> list[str]:
    """Write the configuration of a server, and return how to start it."""
    if kind == "nginx":
        (folder / "conf").write_text(NGINX.format(folder=folder, text=text.replace("8080", f"127.0.0.1:{port}")))
        return ["nginx", "-p", str(folder), "-c", str(folder / "conf"), "-e", str(folder / "log")]
    if kind == "apache":
        modules = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in APACHE_MODULES.split())
        user = "User www-data\nGroup www-data" if os.getuid() == 0 else ""
        unix = Path(MODULES, "mod_unixd.so")
        if unix.exists():
            user = f"LoadModule unixd_module {unix}\n{user}"
        text = text.replace("8080", str(port))
        (folder / "conf").write_text(APACHE.format(folder=folder, port=port, modules=modules, user=user, text=text))
        return ["apache2", "-d", str(folder), "-f", str(folder / "conf"), "-DFOREGROUND"]
    (folder / "conf").write_text(text.replace("8080", str(port)))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "conf")]


def ask(port: int, host: str, target: str) -> dict[str, object]:
    """Ask a server for a path, and keep the status and the fields about robots."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest("GET", target, skip_host=True, skip_accept_encoding=True)
    connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    answer.read()
    connection.close()
    names = ("robot", "usage", "content-signal", "tdm-", "link")
    fields = [[name, value] for name, value in answer.getheaders() if any(part in name.lower() for part in names)]
    return {"host": host, "target": target, "status": answer.status, "fields": fields}


def started(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    """Wait until a server answers."""
    for _ in range(200):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    logs = [path.read_text() for path in (folder / "log", folder / "out") if path.exists()]
    raise SystemExit(f"{folder.name} does not start:\n" + "\n".join(logs))


def record(path: Path) -> str:
    """Start a server with a configuration, and ask it for all paths."""
    kind = path.suffix[1:]
    with tempfile.TemporaryDirectory(prefix=path.stem + "-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        main, files = parts(path.read_text())
        site = folder / "site"
        for file in (HERE / "files.txt").read_text().splitlines():
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            (site / file).write_text(f"{file}\n")
        for file, content in files.items():
            place = site / file if file.endswith(".htaccess") else folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content.replace("/srv/", f"{folder}/"))
        port = free_port()
        arguments = command(kind, folder, port, main.replace("/srv/", f"{folder}/"))
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with (folder / "out").open("w") as out:
            process = subprocess.Popen(arguments, stdout=out, stderr=out, cwd=folder, env={**os.environ, **home})
        try:
            started(process, port, folder)
            targets = (HERE / "paths.txt").read_text().split()
            rows = [ask(port, host, target) for host in hosts(main) for target in targets]
        finally:
            process.terminate()
            process.wait()
    return "".join(json.dumps(row) + "\n" for row in rows)


def main() -> None:
    """Record or compare the answers of the servers that are installed."""
    asked = [argument for argument in sys.argv[1:] if argument != "--check"] or list(PROGRAMS)
    os.environ["PATH"] += ":/usr/sbin"
    missing = [kind for kind in asked if not shutil.which(PROGRAMS[kind])]
    paths = sorted(path for kind in asked if kind not in missing for path in HERE.glob(f"*.{kind}"))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(record, paths))
    changed = []
    for path, answer in zip(paths, answers, strict=True):
        kept = path.with_name(path.name + ".served.jsonl")
        if not kept.exists() or kept.read_text() != answer:
            changed.append(path.name)
            if "--check" not in sys.argv:
                kept.write_text(answer)
    sys.stdout.write(f"{len(paths)} configurations, {''.join(answers).count(chr(10))} answers\n")
    if "--check" in sys.argv and changed:
        sys.exit("served otherwise than recorded: " + " ".join(changed))
    if missing:
        sys.stdout.write("SKIPPED, not installed: " + " ".join(missing) + "\n")
        sys.exit(3)


if __name__ == "__main__":
    main()
