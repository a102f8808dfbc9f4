// The bundle of the plugin contains this file instead of @grpc/proto-loader, which gRPC loads only for channelz. The plugin does not
// serve channelz, and the loader would be a tenth of the bundle.
exports.loadSync = () => {
  throw new Error("the plugin does not serve channelz");
};
