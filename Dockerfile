FROM node:24-slim AS web
WORKDIR /web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY web ./
RUN npm run build

FROM python:3.13-slim AS packages
COPY locks/build.txt locks/run.txt /
# pip is not installed into the image; setuptools, which builds http-ece, is removed again
RUN python -m venv --without-pip /packages \
    && pip --python /packages install --no-cache-dir --require-hashes --only-binary :all: -r /build.txt \
    && pip --python /packages install --no-cache-dir --require-hashes --no-deps \
        --only-binary :all: --no-binary http-ece --no-build-isolation -r /run.txt \
    && pip --python /packages uninstall --yes setuptools

FROM python:3.13-slim
ENV PATH=/packages/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /boxcats
# Japanese glyphs for names in preview images, which the bundled fonts lack
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-motoya-l-maruberi=1.01-* \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 1000 boxcats && install -d -o boxcats data
COPY --from=packages /packages /packages
COPY LICENSE alembic.ini ./
COPY migrations migrations
COPY engine engine
COPY app app
# texts of notifications and link previews
COPY web/messages web/messages
COPY --from=web /web/build web/build
USER 1000
# SQLite and the secret key, unless DATABASE_URL and SECRET_KEY are set
VOLUME /boxcats/data
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=5s --start-period=20s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "app"]
