ALTER TABLE "inbound_mails" ADD COLUMN "remote_address" text;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "helo" text;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "is_internal" boolean DEFAULT false NOT NULL;