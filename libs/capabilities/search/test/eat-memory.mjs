export default function eatMemory() {
  const eaten = [];
  for (let number = 0; ; number += 1) eaten.push({ number, text: String(number) });
}
