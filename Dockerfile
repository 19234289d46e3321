# One image serves, loads, and reindexes.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
# onnxruntime-node contains the binaries of every platform, 243 MB more than this one needs.
RUN npm ci --omit=dev && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 \
  ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} +

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data CACHE_DIR=/cache DEMO=off
WORKDIR /service
COPY --from=dependencies /service/node_modules node_modules
# tsx reads the JSX settings of tsconfig.json.
COPY package.json package-lock.json tsconfig.json LICENSE ./
COPY mappings mappings
COPY src src
COPY indexer indexer
# Licenses require the notices wherever the packages are copied.
RUN node --import tsx src/cli/sbom.ts
RUN mkdir /data /cache && chown node:node /data /cache
USER node
VOLUME ["/data", "/cache"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Starts Node instead of npm, so that signals reach the service.
CMD ["node", "--import", "tsx", "--max-semi-space-size=8", "--heap-growing-percent=50", "src/cli/start.ts"]
