/** An error that stops the startup; the message names cause and remedy and contains no secret. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
