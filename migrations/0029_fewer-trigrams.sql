DROP INDEX "comments_search";--> statement-breakpoint
DROP INDEX "tickets_text_search";--> statement-breakpoint
DROP INDEX "tickets_customer_search";--> statement-breakpoint
DROP INDEX "tickets_product_search";--> statement-breakpoint
DROP INDEX "tickets_project_search";--> statement-breakpoint
CREATE INDEX "tickets_customer_name" ON "tickets" USING btree ("customer_search","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_product_name" ON "tickets" USING btree ("product_search","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_project_name" ON "tickets" USING btree ("project_search","created_at","id");--> statement-breakpoint
CREATE INDEX "words_beginning" ON "words" USING btree ("word" text_pattern_ops);