export default function fail() {
  throw new TypeError('not this text');
}
