// Receivers that misbehave, in a process of their own: an endless response takes as much CPU as it gets.
import { behaviours, redirectsTo, WebhookReceiver } from '../../../test/support/webhook-receiver.ts';

const KINDS = {
  'responds 500': behaviours.fails,
  redirects: redirectsTo('http://127.0.0.1:9/'),
  'closes at once': behaviours.closesAtOnce,
  'never responds': behaviours.neverResponds,
  'slow headers': behaviours.slowHeaders,
  'slow body, 1 byte a second': behaviours.slowBody,
  'endless body': behaviours.endlessBody,
  'gzip bomb': behaviours.gzipBomb,
};

const urls = { down: await WebhookReceiver.closedUrl() };
const receivers = {};
for (const [kind, behaviour] of Object.entries(KINDS)) receivers[kind] = await WebhookReceiver.start(behaviour);
receivers['bad certificate'] = await WebhookReceiver.startSelfSigned();
for (const [kind, { url }] of Object.entries(receivers)) urls[kind] = url;
process.send({ urls });

process.on('message', () => {
  const counts = Object.entries(receivers).map(([kind, { connections, requests }]) => [
    kind,
    { connections, requests: requests.length },
  ]);
  process.send({ counts: Object.fromEntries(counts) });
});
process.on('disconnect', () => process.exit());
