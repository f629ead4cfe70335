import { setTimeout as delay } from 'node:timers/promises';

export default {
  async extract(input, context) {
    await context.ocr({}).catch(() => undefined);
    await delay(50); // until the reply has left
    for (;;);
  },
};
