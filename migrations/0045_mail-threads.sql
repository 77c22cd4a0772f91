CREATE TABLE "ticket_mails" (
	"message_id" text PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"comment_id" uuid,
	"direction" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_mails_ticket" ON "ticket_mails" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_mails_comment" ON "ticket_mails" USING btree ("comment_id") WHERE "ticket_mails"."comment_id" is not null;