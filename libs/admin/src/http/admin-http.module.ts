import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller.js';
import { SettingsInForce } from './settings-in-force.js';

@Module({ controllers: [AdminController], providers: [SettingsInForce] })
export class AdminHttpModule {}
