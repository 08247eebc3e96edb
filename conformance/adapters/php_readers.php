<?php
// `php_readers.php PEER VERSION`: readers in PHP, each built from its repository.
error_reporting(0);
[, $peer, $version] = $argv;
$home = (getenv('CONFORMANCE_PEERS') ?: 'target/conformance-peers') . '/src/';

// The namespaces of the readers, and where their files are.
const PLACES = [
    'Spatie\\Robots\\' => 'spatie/robots-txt/src/',
    'vipnytt\\RobotsTxtParser\\' => 'VIPnytt/RobotsTxtParser/src/',
    'vipnytt\\XRobotsTagParser\\' => 'VIPnytt/X-Robots-Tag-parser/src/XRobotsTagParser/',
    'vipnytt\\UserAgentParser\\' => 'VIPnytt/UserAgentParser/src/UserAgentParser/',
    'vipnytt\\X' => 'VIPnytt/X-Robots-Tag-parser/src/X',
    'vipnytt\\' => 'VIPnytt/UserAgentParser/src/',
];

spl_autoload_register(function ($class) use ($home) {
    foreach (PLACES as $namespace => $folder) {
        $file = $home . $folder . str_replace('\\', '/', substr($class, strlen($namespace))) . '.php';
        if (str_starts_with($class, $namespace) && is_file($file)) {
            require $file;
            return;
        }
    }
});

// A name that no file has stands for a client without one.
function agent(array $input): string
{
    return $input['agents'][0] ?? 'unnamed-client';
}

function robots(array $input): string
{
    return base64_decode($input['robots_txt_b64'] ?? '');
}

function lines(array $input): array
{
    return array_map(fn ($line) => "$line[0]: $line[1]", $input['headers']);
}

function spatie(array $input): array
{
    return ['allowed' => (new Spatie\Robots\RobotsTxt(robots($input)))->allows($input['url'], agent($input))];
}

function spatie_field(array $input): array
{
    $said = new Spatie\Robots\RobotsHeaders(lines($input));
    return ['index' => $said->mayIndex(agent($input)), 'follow' => $said->mayFollow(agent($input))];
}

function spatie_meta(array $input): array
{
    $said = new Spatie\Robots\RobotsMeta(base64_decode($input['html_b64']));
    return ['index' => $said->mayIndex(), 'follow' => $said->mayFollow()];
}

function spatie_union(array $input): array
{
    [$field, $meta] = [spatie_field($input), spatie_meta($input)];
    return ['index' => $field['index'] && $meta['index'], 'follow' => $field['follow'] && $meta['follow']];
}

function vipnytt(array $input, int $status = 200): array
{
    preg_match('~^[a-z]+://[^/?#]*~i', $input['url'], $site);
    $client = new vipnytt\RobotsTxtParser\TxtClient($site[0], $status, robots($input));
    return ['allowed' => $client->userAgent(agent($input))->isAllowed($input['url'])];
}

function vipnytt_status(array $input): array
{
    $answers = $input['robots_answers'];
    if (count($answers) !== 1 || $answers[0]['status'] === 0) {
        throw new DomainException('takes one answer with a status');
    }
    return vipnytt($input, $answers[0]['status']);
}

function vipnytt_field(array $input): array
{
    $said = (new vipnytt\XRobotsTagParser(agent($input), lines($input)))->getRules(true);
    return [
        'index' => empty($said['noindex']) && empty($said['none']),
        'follow' => empty($said['nofollow']) && empty($said['none']),
        'archive' => empty($said['noarchive']),
        'snippet' => empty($said['nosnippet']),
    ];
}

$asks = [
    'spatie' => ['access' => 'spatie', 'hostile' => 'spatie', 'field' => 'spatie_field', 'meta' => 'spatie_meta', 'union' => 'spatie_union'],
    'vipnytt' => ['access' => 'vipnytt', 'hostile' => 'vipnytt', 'status' => 'vipnytt_status'],
    'vipnytt-field' => ['field' => 'vipnytt_field'],
][$peer];

while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true);
    if ($message['cmd'] === 'stop') {
        break;
    }
    if ($message['cmd'] === 'start') {
        $said = ['name' => $peer, 'version' => $version, 'language' => 'PHP', 'kinds' => array_keys($asks), 'features_missing' => ['robots-tag', 'several-tokens', 'clock']];
    } else {
        $said = ['id' => $message['id']];
        try {
            $said['answer'] = $asks[$message['kind']]($message['input']);
        } catch (DomainException $why) {
            $said['skip'] = $why->getMessage();
        } catch (Throwable $error) {
            $said['error'] = substr(get_class($error) . ': ' . $error->getMessage(), 0, 200);
        }
    }
    echo json_encode($said), "\n";
    flush();
}
