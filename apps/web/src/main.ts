const WAIT_MS = 10_000;

interface Health {
  state: 'ok' | 'problem';
  text: string;
}

async function findHealth(): Promise<Health> {
  try {
    const response = await fetch('/api/health', { signal: AbortSignal.timeout(WAIT_MS) });
    const { isEverythingOk } = (await response.json()) as { isEverythingOk?: boolean };
    if (isEverythingOk === true) return { state: 'ok', text: 'The server is healthy.' };
    return { state: 'problem', text: 'The server runs, but its database does not respond. Its log says more.' };
  } catch {
    return { state: 'problem', text: 'The server does not respond. Reload this page to try again.' };
  }
}

async function showHealth(element: HTMLElement): Promise<void> {
  const { state, text } = await findHealth();
  element.dataset['state'] = state;
  element.textContent = text;
}

async function showVersion(element: HTMLElement): Promise<void> {
  const response = await fetch('/api/config', { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => undefined);
  if (!response?.ok) return;
  const { config } = (await response.json()) as { config: { version: string } };
  element.textContent = `Version ${config.version}`;
  element.hidden = false;
}

const health = document.querySelector<HTMLElement>('#health');
const version = document.querySelector<HTMLElement>('#version');
if (health) void showHealth(health);
if (version) void showVersion(version);
