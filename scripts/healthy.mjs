// Exit code 0 when the process of this container is ready to work; the image asks it now and then.
const { PORT = '1221', PROCESS_MODE = 'all', SERVER_HOSTNAME = '', HEALTH_WORKER_PORT } = process.env;
const { HEALTH_WORKER_HOSTNAME = '127.0.0.1' } = process.env;
const isWorker = PROCESS_MODE === 'worker';
const port = isWorker ? HEALTH_WORKER_PORT : PORT;
const hostname = isWorker ? HEALTH_WORKER_HOSTNAME : SERVER_HOSTNAME;
const url = `http://${addressOf(hostname)}:${port}/api/health/ready`;
const answer = await fetch(url, { signal: AbortSignal.timeout(8000) }).catch((error) => ({
  ok: false,
  status: error.cause?.code ?? error.message,
}));
if (!answer.ok) {
  console.error(`not ready: ${answer.status} from ${url}; \`npm run doctor\` says what is wrong`);
  process.exitCode = 1;
}

/** An address for all interfaces is reached by that of this machine. */
function addressOf(name) {
  if (name === '' || name === '0.0.0.0') return '127.0.0.1';
  if (name === '::') return '[::1]';
  return name.includes(':') ? `[${name}]` : name;
}
