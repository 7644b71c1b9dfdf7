# The server with all games that come with Ply, and nothing else in the image:
#
#     docker build -t ply .
#     docker run -p 8080:8080 -v ply:/data ply

FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /out/ply ./cmd/ply
RUN mkdir /out/data

FROM scratch
COPY --from=build /out/ply /ply
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV PLY_ADDRESS=0.0.0.0:8080 PLY_DATA=/data/matches.db
EXPOSE 8080
ENTRYPOINT ["/ply"]
CMD ["serve"]
