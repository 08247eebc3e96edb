#!/usr/bin/perl
# WWW::RobotRules, which libwww-perl uses.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use WWW::RobotRules;

$| = 1;
while (my $line = <STDIN>) {
    my $message = decode_json($line);
    last if $message->{cmd} eq 'stop';
    print encode_json(answer($message)), "\n";
}

sub answer {
    my ($message) = @_;
    if ($message->{cmd} eq 'start') {
        return {
            name => 'WWW::RobotRules', version => $WWW::RobotRules::VERSION, language => 'Perl',
            kinds => ['access', 'hostile'], features_missing => [],
        };
    }
    my $input = $message->{input};
    my $allowed = eval {
        local $SIG{__WARN__} = sub { };
        # A name that no file has stands for a client without one.
        my $rules = WWW::RobotRules->new($input->{agents}[0] // 'unnamed-client');
        my ($site) = $input->{url} =~ m{^([a-z]+://[^/?#]*)}i;
        $rules->parse("$site/robots.txt", decode_base64($input->{robots_txt_b64} // ''));
        $rules->allowed($input->{url}) ? JSON::PP::true : JSON::PP::false;
    };
    return { id => $message->{id}, error => "$@" } if $@;
    return { id => $message->{id}, answer => { allowed => $allowed } };
}
