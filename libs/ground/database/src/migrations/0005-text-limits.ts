import type { Migration } from '../migration.js';

/**
 * Limits on the length of every text that a user can set, as the API checks them. What older versions accepted is cut
 * first. Texts of documents have no limit here: they are as long as the files that they were read from.
 */
export const textLimits: Migration = {
  name: '0005-text-limits',
  up: `
    update "user" set name = left(btrim(name), 50) where char_length(name) > 50 or name <> btrim(name);
    update "user" set name = coalesce(nullif(left(split_part(email, '@', 1), 50), ''), 'User') where name = '';
    update "user" set email = left(email, 254 - char_length(id)) || id where char_length(email) > 254;
    update "user" set image = null where char_length(image) > 2048 or image !~ '^https?://';
    update auth_session set user_agent = left(user_agent, 512) where char_length(user_agent) > 512;
    update organization set name = left(name, 50) where char_length(name) > 50;
    update api_key set name = left(name, 255) where char_length(name) > 255;
    update tag set description = left(description, 256) where char_length(description) > 256;
    update tagging_rule set name = left(name, 64) where char_length(name) > 64;
    update tagging_rule set description = left(description, 256) where char_length(description) > 256;
    update tagging_rule_condition set value = left(value, 256) where char_length(value) > 256;
    update document set original_name = left(original_name, 223) || right(original_name, 32)
      where char_length(original_name) > 255;
    update document set name = left(name, 223) || right(name, 32) where char_length(name) > 255;
    update document set notes = left(notes, 2048) where char_length(notes) > 2048;
    -- The name of a tag is unique: one that is cut gets its id at the end.
    update tag set name = left(name, 64 - char_length(id)) || id, normalized_name = left(normalized_name, 64 - char_length(id)) || id
      where char_length(name) > 64;

    alter table "user"
      add constraint user_name_length check (char_length(name) between 1 and 50),
      add constraint user_email_length check (char_length(email) <= 254),
      add constraint user_image_address check (char_length(image) <= 2048 and image ~ '^https?://');
    alter table auth_session add constraint auth_session_user_agent_length check (char_length(user_agent) <= 512);
    alter table organization add constraint organization_name_length check (char_length(name) <= 50);
    alter table api_key add constraint api_key_name_length check (char_length(name) <= 255);
    alter table tag
      add constraint tag_name_length check (char_length(name) <= 64),
      add constraint tag_description_length check (char_length(description) <= 256);
    alter table tagging_rule
      add constraint tagging_rule_name_length check (char_length(name) <= 64),
      add constraint tagging_rule_description_length check (char_length(description) <= 256);
    alter table tagging_rule_condition
      add constraint tagging_rule_condition_value_length check (char_length(value) <= 256);
    alter table document
      add constraint document_original_name_length check (char_length(original_name) <= 255),
      add constraint document_name_length check (char_length(name) <= 255),
      add constraint document_notes_length check (char_length(notes) <= 2048);
  `,
  down: `
    alter table document
      drop constraint document_notes_length,
      drop constraint document_name_length,
      drop constraint document_original_name_length;
    alter table tagging_rule_condition drop constraint tagging_rule_condition_value_length;
    alter table tagging_rule
      drop constraint tagging_rule_description_length,
      drop constraint tagging_rule_name_length;
    alter table tag drop constraint tag_description_length, drop constraint tag_name_length;
    alter table api_key drop constraint api_key_name_length;
    alter table organization drop constraint organization_name_length;
    alter table auth_session drop constraint auth_session_user_agent_length;
    alter table "user"
      drop constraint user_image_address,
      drop constraint user_email_length,
      drop constraint user_name_length;
  `,
};
