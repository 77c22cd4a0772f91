ALTER TABLE "comments" ADD COLUMN "handed_to_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "handed_draft" text;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_handed_to_id_users_id_fk" FOREIGN KEY ("handed_to_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_handed" ON "comments" USING btree ("handed_to_id") WHERE "comments"."handed_to_id" is not null;