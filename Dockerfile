FROM node:24-slim AS web
WORKDIR /web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY web ./
RUN npm run build

FROM python:3.13-slim
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /boxcats
COPY locks/run.txt locks/
RUN pip install --no-cache-dir --require-hashes --no-deps --only-binary :all: -r locks/run.txt
COPY LICENSE alembic.ini ./
COPY migrations migrations
COPY engine engine
COPY app app
COPY --from=web /web/build web/build
RUN useradd --uid 1000 boxcats && install -d -o boxcats data
USER 1000
# SQLite and the key of the cookies, unless DATABASE_URL and SECRET_KEY are set
VOLUME /boxcats/data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["python", "-m", "app"]
