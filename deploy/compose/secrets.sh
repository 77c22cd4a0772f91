#!/bin/sh
# Makes the secrets that compose.yaml names, once, in the folder `secrets` beside it. Keep a copy of them elsewhere: without app_secret
# nobody reads what is stored encrypted, such as the password of the mail server.
set -eu
cd "$(dirname "$0")/../.."
if [ -e secrets ]; then
  echo 'secrets is there already; nothing was changed.' >&2
  exit 1
fi
mkdir -m 700 secrets
cd secrets
password=$(openssl rand -hex 24)
key=$(openssl rand -hex 24)
openssl rand -base64 48 >app_secret
echo "$password" >postgres_password
echo "postgres://signalbox:$password@postgres/signalbox" >database_url
echo "$key" >s3_secret_access_key
cat >s3.json <<END
{
  "identities": [
    {
      "name": "signalbox",
      "credentials": [{ "accessKey": "signalbox", "secretKey": "$key" }],
      "actions": ["Read:signalbox", "Write:signalbox", "List:signalbox", "Tagging:signalbox"]
    }
  ]
}
END
# Read within the containers by users of other numbers; on this machine the folder keeps everybody else out.
chmod 644 ./*
