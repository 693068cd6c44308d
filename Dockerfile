# The single-machine server: the web app and the embedded service on one port, its data in one volume.
# How to run it: docs/deployment.md. `docker build` has not been tested yet.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# npm skips keytar, which only the desktop app needs, because libsecret's headers are missing.
RUN npm ci --loglevel=error --no-fund --no-audit
COPY . .
RUN node --input-type=module --eval "import { ensureBuilt } from './scripts/lib/build.mjs'; await ensureBuilt('web', 'service');"
# The service is bundled, except for PGlite.
RUN mkdir -p /app/out /app/node_modules/@electric-sql \
  && cp -r out/service out/template out/web /app/out/ \
  && cp -r node_modules/@electric-sql/pglite /app/node_modules/@electric-sql/ \
  && mkdir /app/supabase && cp -r supabase/migrations supabase/seed.sql /app/supabase/ \
  && cp package.json LICENSE /app/

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    CLOVER_DATA_DIR=/data
# The image's user owns the data but not the code, so that the service can't change its own code.
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=build /app /app
USER node
WORKDIR /app
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# On SIGTERM, the service writes a backup and closes the database.
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "out/service/main.js"]
