// Exit code 0 when the server of this machine says that it is well; the image asks it now and then.
const { PORT = '1221' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`, { signal: AbortSignal.timeout(8000) }).catch(
  (error) => ({ ok: false, status: error.cause?.code ?? error.message }),
);
if (!answer.ok) {
  console.error(`not healthy: ${answer.status}`);
  process.exitCode = 1;
}
