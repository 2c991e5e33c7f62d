const a = 1;
function b() {}
class Hidden {}
module.exports = {
  a,
  renamed: b,
  method() {},
  property: function () {},
  arrow: () => {},
  child: require('./child'),
};
