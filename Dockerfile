# The embedded server: pages, backend and PostgreSQL in one container, with all data in /data. See docs/deploy.md.
# The Node version of package.json, pinned by digest because a tag can be moved. Both lines change together.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS packages
WORKDIR /wagday
COPY package.json package-lock.json ./
COPY embedded-supabase/package.json ./embedded-supabase/
# The image itself is the runtime that the package `node` provides elsewhere.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin/node

FROM packages AS pages
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    WAGDAY_DATA=/data
WORKDIR /wagday
COPY package.json LICENSE ./
COPY --from=packages /wagday/node_modules ./node_modules
COPY addresses ./addresses
COPY domain ./domain
COPY embedded-supabase ./embedded-supabase
COPY functions ./functions
COPY mail ./mail
COPY server ./server
COPY scripts/admin.ts scripts/backup.ts scripts/restore.ts scripts/export.ts scripts/import.ts scripts/rotate-keys.ts scripts/report-failure.ts ./scripts/
COPY supabase ./supabase
COPY --from=pages /wagday/dist ./dist
# PostgreSQL refuses to run as root. A volume first mounted here gets this owner.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Less heap than Node would take: it collects garbage sooner and stays smaller under load (`npm run bench -- memory`).
CMD ["node", "--max-semi-space-size=2", "--max-old-space-size=512", "server/main.ts"]
