# Signalbox as a container. It runs without root and on a read-only file system; only /data and /tmp are written to.
#   docker build --tag signalbox .
#   docker run --read-only --tmpfs /tmp --volume signalbox:/data --publish 127.0.0.1:3000:3000 signalbox
# With DATABASE_URL and S3_… nothing is kept in /data. docs/operations.md says more.

# The Node that package-lock.json has for `npm start`; the check `deploy` holds the two equal.
FROM node:24.21.0-trixie-slim AS base
WORKDIR /app

# What the server needs at run time: no packages of developers, and no second Node.
FROM base AS packages
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM base AS build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY vite.config.ts lingui.config.ts tsconfig.base.json tsconfig.web.json ./
COPY scripts scripts
COPY src src
RUN node scripts/build.ts --no-budget

FROM base AS server
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY migrations migrations
# What the server says in other languages.
COPY src/locales src/locales
COPY --from=build /app/dist dist
RUN install --directory --owner=node --group=node --mode=700 /data

ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
