#!/bin/sh
# Which events strfry takes: those of the public keys in the file `allowed`, one a line, 64 hex
# digits ("sense-memory --json keys show" prints one's own). strfry writes a line of JSON for each
# event and reads a line with the decision.
#
# Inside a JSON string every quotation mark has a backslash before it, so `"pubkey":"` can only be
# the event's own field, whatever its content says.
list="${1:-/etc/strfry-allowed}"

field() {
    printf '%s\n' "$line" | sed -n "s/.*\"$1\":\"\([0-9a-f]\{64\}\)\".*/\1/p"
}

while IFS= read -r line; do
    id="$(field id)"
    author="$(field pubkey)"
    if [ -n "$author" ] && grep -qxF "$author" "$list"; then
        printf '{"id":"%s","action":"accept"}\n' "$id"
    else
        printf '{"id":"%s","action":"reject","msg":"blocked: only its owners write here"}\n' "$id"
    fi
done
