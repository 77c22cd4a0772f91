import { expect, test } from 'vitest'
import { breakingIn, brokenMigrations } from '../scripts/migration-rule.ts'

test('every migration since the last release lets an older version serve beside it', () => {
  const { read, broken } = brokenMigrations()
  expect(read).toBeGreaterThan(3)
  expect(broken).toEqual([])
})

const breaking = [
  'DROP TABLE "words"',
  'ALTER TABLE "tickets" DROP COLUMN "subject"',
  'ALTER TABLE "tickets" RENAME COLUMN "subject" TO "title"',
  'ALTER TABLE "tickets" RENAME TO "cases"',
  'ALTER INDEX "tickets_product" RENAME TO "tickets_of_product"',
  'ALTER TABLE "tickets" ALTER COLUMN "project_name" SET NOT NULL',
  'ALTER TABLE "tickets" ALTER COLUMN "project_name" DROP NOT NULL',
  'ALTER TABLE "tickets" ALTER COLUMN "project_name" DROP DEFAULT',
  'ALTER TABLE "tickets" ALTER COLUMN "project_name" SET DATA TYPE varchar(10)',
  'ALTER TABLE "tickets" ADD COLUMN "cost_centre" text NOT NULL',
  'ALTER TABLE "tickets" ADD COLUMN "cost_centre" text UNIQUE',
  `ALTER TABLE "tickets" ADD COLUMN "cost_centre" text DEFAULT '' CHECK ("cost_centre" <> 'x')`,
  'CREATE UNIQUE INDEX "one" ON "tickets" USING btree ("subject")',
  'ALTER TABLE "tickets" ADD CONSTRAINT "one" UNIQUE("subject")',
  'ALTER TABLE "tickets" ADD CONSTRAINT "long" CHECK (length("subject") > 3)',
  'ALTER TABLE "tickets" ADD CONSTRAINT "fk" FOREIGN KEY ("subject") REFERENCES "public"."words"("word")',
  'ALTER TABLE "tickets" DROP CONSTRAINT "one"',
  'DROP INDEX "tickets_product"',
  `ALTER TYPE "role" ADD VALUE 'guest'`,
  `UPDATE "tickets" SET "status" = 'parked' WHERE "status" = 'open'`,
  'DELETE FROM "tickets"',
  'TRUNCATE "words"',
  `INSERT INTO "users" ("email") VALUES ('x')`,
  'CREATE TRIGGER "t" BEFORE INSERT ON "tickets" EXECUTE FUNCTION f()',
  'DO $$ BEGIN PERFORM 1; DROP TABLE words; END $$',
  'ALTER TABLE "tickets" ADD COLUMN "a" text, DROP COLUMN "subject"',
]
test.each(breaking)('a migration is refused that has: %s', (statement) => {
  const sql = `CREATE TABLE "fine" ("id" uuid);--> statement-breakpoint\n${statement};`
  expect(breakingIn(sql)).not.toEqual([])
})

test('a migration that only adds is let through', () => {
  const sql = `
    -- DROP TABLE in a comment drops nothing.
    CREATE TABLE "labels" ("id" uuid PRIMARY KEY NOT NULL, CONSTRAINT "one" UNIQUE("id"));
    --> statement-breakpoint
    ALTER TABLE "tickets" ADD COLUMN "label_id" uuid;--> statement-breakpoint
    ALTER TABLE "tickets" ADD COLUMN "weight" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
    ALTER TABLE "labels" ADD CONSTRAINT "long" CHECK (true);--> statement-breakpoint
    ALTER TABLE "tickets" ADD CONSTRAINT "fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id");
    CREATE UNIQUE INDEX "labels_id" ON "labels" USING btree ("id");
    CREATE INDEX "tickets_label" ON "tickets" USING btree ("label_id");
    DROP INDEX "tickets_product";
    CREATE INDEX "tickets_product" ON "tickets" USING btree ("product_id", "label_id");
    ALTER INDEX "tickets_product" SET (fillfactor=70);
    INSERT INTO "labels" ("id") SELECT gen_random_uuid();
    UPDATE "tickets" t SET "weight" = (SELECT count(*) FROM "comments" WHERE true, 1), "label_id" = null FROM "labels" WHERE true;
    ALTER TABLE "tickets" ALTER COLUMN "weight" SET DEFAULT 2;`
  expect(breakingIn(sql)).toEqual([])
})
