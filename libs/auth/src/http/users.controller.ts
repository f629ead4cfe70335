import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, CurrentActor } from '#libs/http-kit';
import type { UserActor as Actor } from '#libs/kernel';
import { RenameUser } from '../rename-user.js';
import { UserRepository } from '../user.repository.js';
import { type CurrentUserAnswer, type UserAnswer, viewCurrentUser, viewUser } from './user.view.dto.js';
import { RenameUserDto } from './users.dto.js';

@Controller('api/users/me')
export class UsersController {
  constructor(
    private readonly users: UserRepository,
    private readonly renameUser: RenameUser,
  ) {}

  /** The signed-in user, or the one whose key it is; a key needs no permission for it. */
  @Get()
  @Access.permissions()
  async current(@CurrentActor() { userId }: Actor): Promise<CurrentUserAnswer> {
    return { user: viewCurrentUser(await this.users.get(userId)) };
  }

  /** Changes the name of the signed-in user. */
  @Put()
  @Access.session()
  async rename(@CurrentActor() { userId }: Actor, @Body() { name }: RenameUserDto): Promise<UserAnswer> {
    return { user: viewUser(await this.renameUser.execute({ userId, name })) };
  }
}
