export default {
  name: 'component',
  data() { return {}; },
  methods: {
    go: function () { this.data(); },
  },
};
