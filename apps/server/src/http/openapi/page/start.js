// A key that is entered for trying routes is dropped when the page is closed.
const address = new URL('openapi.json', location.href).pathname;
const base = address.slice(0, -'/api/openapi.json'.length);
SwaggerUIBundle({
  url: 'openapi.json',
  // The routes lie below the path of the server.
  requestInterceptor(request) {
    const url = new URL(request.url, location.href);
    if (base === '' || url.origin !== location.origin || url.pathname.startsWith(`${base}/`)) return request;
    return { ...request, url: url.origin + base + url.pathname + url.search };
  },
  dom_id: '#api',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  showExtensions: true,
  validatorUrl: null,
});
