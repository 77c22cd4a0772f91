CREATE TABLE "log_followers" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO log_followers (name, position) SELECT 'notifications', position FROM notification_progress;
--> statement-breakpoint
ALTER TABLE "notification_progress" DROP COLUMN "position";