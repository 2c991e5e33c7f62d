const { Store } = require('./store');

function serve(app) {
  var self = this;
  var store = new Store();
  app.use(onClose);
  app.get('/', function (req, res) {
    store.get(req.params.id);
    res.send(self.name);
  });
  app.on('x', Store);
  module.exports.handler = onClose;
  return onClose;
}

function onClose() {}
