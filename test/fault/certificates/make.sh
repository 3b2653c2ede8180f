#!/bin/sh
# Regenerates the test certificates with OpenSSL 3. Their authorities are trusted only by tests that request it.
set -eu
out=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"
from=20200101000000Z
until=21000101000000Z

cat > ca.cnf <<'END'
[ca]
default_ca = ca_default
[ca_default]
database = index
new_certs_dir = .
default_md = sha256
policy = any
copy_extensions = copyall
rand_serial = yes
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
END
: > index
echo "unique_subject = no" > index.attr

# name, further options of openssl req
request() {
  name=$1
  shift
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$name.key"
  openssl req -new -config ca.cnf -key "$name.key" -subj "/CN=Test $name" "$@" -out "$name.csr"
}

# name, end, options that select the signer
sign() {
  name=$1
  end=$2
  shift 2
  openssl ca -batch -notext -config ca.cnf -in "$name.csr" -out "$name.pem" -startdate $from -enddate "$end" "$@"
}

authority() {
  request "$1" -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign
  sign "$1" $until -selfsign -keyfile "$1.key"
}

# name, authority, subject alternative names, end
service() {
  request "$1" -addext "subjectAltName=$3"
  sign "$1" "$4" -cert "$2.pem" -keyfile "$2.key"
}

here=DNS:weave.example,DNS:localhost,IP:127.0.0.1
authority authority
authority interceptor
service valid authority "$here" $until
service expired authority "$here" 20210101000000Z
service wrongHost authority DNS:elsewhere.example $until
service intercepted interceptor "$here" $until
request selfSigned -addext "subjectAltName=$here"
sign selfSigned $until -selfsign -keyfile selfSigned.key

# The authorities' keys are needed only for signing.
rm authority.key interceptor.key
cp ./*.key authority.pem valid.pem expired.pem wrongHost.pem intercepted.pem selfSigned.pem "$out"
