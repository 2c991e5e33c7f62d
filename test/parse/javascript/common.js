#!/usr/bin/env node
'use strict';

/** Reads files. */
var fs = require('fs'), path = require("path");
const { join, resolve: absolute, sep = '/' } = require('path');
const Router = require('./router').Router;
let debug = require('debug')('app:main');
require('./polyfill');
if (process.env.X) require('./optional');

/** The application. */
var app = exports = module.exports = {};
var version = '1.0', build;
let { level, ...others } = process.env;
const [first, , second = 2] = process.argv;
for (var i = 0, n = 3; i < n; i++) {}

if (process.platform === 'win32') {
  var separator = '\\';
  function slash() { return separator; }
}

/** Handles one request. */
app.handle = function handle(req, res, callback) {
  var done = callback || finish(req);
  req.on('end', function onEnd() { done(); });
  this.router.handle(req, res, ...arguments);
  function finish(request) { return function finished() {}; }
};

exports.createServer = function (options) { return new http.Server(options); };
module.exports.listen = async (port) => listen(port);
exports.Agent = class Agent extends http.Agent {};
exports.VERSION = '2.0';
exports.slash = slash;
exports.router = require('./lib/router');
module.exports.helper = helper;

function helper() {}
function hidden() {}
function* ids() { yield* ids(); }
async function wait(ms) { await pause(ms); }
var named = function inner() {}, arrow = x => x * 2, late;
late = function () {};
var Both = module.exports = function Both() {};

/** A shape, the old way. */
function Shape(x) {
  if (!(this instanceof Shape)) return new Shape(x);
  this.x = x;
  this.area = function () { return x; };
}
/** Moves it. */
Shape.prototype.move = function move(dx) { this.x += dx; };
Shape.of = function (x) { return new Shape(x); };
Shape.prototype = {
  scale: function (by) { return by; },
  flip() {},
};
Shape.Circle = class extends Shape {};
vendor.tools.trim = function () {};

var api = {
  url: '/api',
  get(id) { return fetch(this.url + id); },
  'post-all': function () {},
  put: async () => {},
  get size() { return 0; },
  nested: { deep: () => 1 },
  [Symbol.iterator]: function* () {},
};

(function (root, factory) {
  if (typeof define === 'function' && define.amd) define(['a'], factory);
  else root.Lib = factory();
})(this, function () {
  var secret = 1;
  function inside() { return secret; }
  return { inside: inside };
});

!function immediately() { var local = 1; }();
outer: function labelled() {}
