try {
  const { theme, density } = JSON.parse(localStorage.getItem('archivolt.appearance') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (density === 'compact' || density === 'touch') document.documentElement.dataset.density = density;
} catch {
  // Without storage the system decides.
}
