import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { SearchModule } from '#libs/search';
import { StorageModule } from '#libs/storage';
import { PurgeService } from './purge.service.js';
import { TrashService } from './trash.service.js';

const services = [PurgeService, TrashService];

@Module({ imports: [DocumentsModule, SearchModule, StorageModule], providers: services, exports: services })
export class TrashModule {}
