export default function spin() {
  for (;;);
}
