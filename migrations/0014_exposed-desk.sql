ALTER TABLE "bootstrap" ADD COLUMN "exposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bootstrap" ADD COLUMN "exposed_by" text;