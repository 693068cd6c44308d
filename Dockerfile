# The single-machine server: the web app and the embedded service on one port, its data in one volume.
# docs/deployment.md says how to run it. `docker build` is not tested yet.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# keytar belongs to the desktop app; npm leaves it out where its headers are missing.
RUN npm ci --loglevel=error --no-fund --no-audit
COPY . .
RUN node --input-type=module --eval "import { ensureBuilt } from './scripts/lib/build.mjs'; await ensureBuilt('web', 'service');"
# The service is bundled: of all packages it reads PGlite alone.
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
# Owned by the user that the image brings; the code is not, so the service cannot change itself.
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=build /app /app
USER node
WORKDIR /app
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM closes the database and writes a backup.
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "out/service/main.js"]
