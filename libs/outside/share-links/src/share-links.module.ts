import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { PreviewsModule } from '#archive/previews';
import { PublicLinksModule } from '#outside/public-links';
import { ShareLinkAccessRepository } from './share-link-access.repository.js';
import { ShareLinkAccessTokens, ShareLinkLimits } from './share-link-security.js';
import { ShareLinkRepository } from './share-link.repository.js';
import { ShareLinks } from './share-links.js';
import { VisitShareLink } from './visit-share-link.js';

const parts = [
  ShareLinkAccessRepository,
  ShareLinkAccessTokens,
  ShareLinkLimits,
  ShareLinkRepository,
  ShareLinks,
  VisitShareLink,
];

@Module({ imports: [DocumentsModule, PreviewsModule, PublicLinksModule], providers: parts, exports: parts })
export class ShareLinksModule {}
