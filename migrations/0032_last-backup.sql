CREATE TABLE "last_backup" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"file" text NOT NULL,
	"machine" text NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."id" = 1)
);
