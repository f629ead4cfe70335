export { ShareLinkAccessRepository, type Access } from './share-link-access.repository.js';
export { ShareLinks, type ListedShareLink, type ShareLink, type ShareLinkChanges } from './share-links.js';
export { ShareLinksModule } from './share-links.module.js';
export * from './share-links.errors.js';
export * from './share-links.events.js';
export { VisitShareLink, type SharedDocument, type ShareLinkRequest } from './visit-share-link.js';
