# syntax=docker/dockerfile:1

# Node 24.9 or later, on Debian: some packages bring programs for glibc, and the sandbox uses setpriv and prlimit of
# util-linux, 2.39 or later (Debian 13) for Landlock. `docker compose exec server npm run doctor` says what is in force.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    npm ci --include=dev --include=optional && npm run build

# The same folder without what only the build needs. The image has a Node of its own, so the one from npm goes too.
FROM build AS production
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --include=optional \
    && rm -rf node_modules/node-linux-* node_modules/.bin/node \
       config apps/web/src apps/web/public libs/ground/plugin-kit/src libs/ground/plugin-kit/testing plugins/*/src \
    && find apps libs libs/ground -mindepth 1 -maxdepth 1 ! -name web ! -name ground ! -name plugin-kit \
       -exec rm -rf {} +

# The small models of Debian: as accurate as those from npm in less time. Licence: Apache-2.0.
FROM ${NODE_IMAGE} AS language-data
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
       tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-spa tesseract-ocr-osd \
       fonts-droid-fallback \
    && rm -rf /var/lib/apt/lists/* \
    && mkdir /fonts \
    && find /usr/share -name DroidSansFallback.ttf -exec cp {} /fonts/ \;

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Archivolt" \
      org.opencontainers.image.description="Self-hosted document archive" \
      org.opencontainers.image.licenses="Apache-2.0"

# tini is process 1: it hands signals on and reaps the processes that read documents.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=1000 --group=1000 --mode=0750 /data

# Only this container reaches the port for probes of a worker, on which the check below asks it.
ENV NODE_ENV=production \
    SERVER_HOSTNAME=0.0.0.0 \
    HEALTH_WORKER_PORT=1222 \
    DATA_DIR=/data

WORKDIR /app
COPY --from=production /app ./
COPY --from=language-data /usr/share/tesseract-ocr/5/tessdata/*.traineddata plugins/ocr-tesseract/data/
# Chinese, Japanese and Korean letters (3.5 MB, Apache-2.0) for previews of PDFs without their fonts.
COPY --from=language-data /fonts/ plugins/extraction-pdf/data/
# The user `node` of the image, by number: so a host can tell that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 1221

# Whether the process is ready, in every PROCESS_MODE.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["node", "scripts/healthy.mjs"]

ENTRYPOINT ["tini", "--"]
# The flags of `npm start`.
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "dist/apps/server/src/main.js"]
