DROP INDEX "tickets_product";--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("turn_since","id") WHERE "tickets"."turn" = 'us';--> statement-breakpoint
CREATE INDEX "tickets_product" ON "tickets" USING btree ("product_id","updated_at");