CREATE TABLE "search_texts" (
	"ticket_id" uuid NOT NULL,
	"text_id" uuid NOT NULL,
	"is_internal" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"keys" bigint[],
	CONSTRAINT "search_texts_ticket_id_text_id_pk" PRIMARY KEY("ticket_id","text_id")
);
--> statement-breakpoint
DROP INDEX "comments_search";--> statement-breakpoint
DROP INDEX "tickets_text_search";--> statement-breakpoint
DROP INDEX "tickets_customer_search";--> statement-breakpoint
DROP INDEX "tickets_product_search";--> statement-breakpoint
DROP INDEX "tickets_project_search";--> statement-breakpoint
ALTER TABLE "words" ADD COLUMN "pairs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_texts" ADD CONSTRAINT "search_texts_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_texts_keys" ON "search_texts" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_texts_pending" ON "search_texts" USING btree ("ticket_id") WHERE "search_texts"."keys" is null;--> statement-breakpoint
CREATE INDEX "tickets_customer_name" ON "tickets" USING btree ("customer_search","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_product_name" ON "tickets" USING btree ("product_search","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_project_name" ON "tickets" USING btree ("project_search","created_at","id");--> statement-breakpoint
CREATE INDEX "words_beginning" ON "words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "words_pairs" ON "words" USING gin ("pairs");--> statement-breakpoint
UPDATE "words" SET "pairs" = array(SELECT DISTINCT substr("word", "at", 2) FROM generate_series(1, length("word") - 1) AS "at");--> statement-breakpoint
-- Which words stand in them is read in code, after the migrations: see indexPendingTexts.
INSERT INTO "search_texts" ("ticket_id", "text_id", "is_internal", "created_at")
SELECT "id", "id", false, "created_at" FROM "tickets";--> statement-breakpoint
INSERT INTO "search_texts" ("ticket_id", "text_id", "is_internal", "created_at")
SELECT "tickets"."id", "comments"."id", "comments"."is_internal", "tickets"."created_at"
FROM "comments" JOIN "tickets" ON "tickets"."id" = "comments"."ticket_id";
