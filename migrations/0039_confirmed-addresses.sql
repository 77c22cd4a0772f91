ALTER TABLE "sessions" ADD COLUMN "password_shown_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_proved_at" timestamp (3) with time zone;