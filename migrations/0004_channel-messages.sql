CREATE TABLE "channel_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"direction" text NOT NULL,
	"phone_number" text NOT NULL,
	"message" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "channel_messages_due" ON "channel_messages" USING btree ("due_at") WHERE "channel_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "channel_messages_number" ON "channel_messages" USING btree ("phone_number","created_at");