import crawls.models.text
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('billing', '0001_initial'),
        ('crawls', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PaceSample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('rate_rps', models.FloatField()),
                ('response_ms', models.PositiveIntegerField(null=True)),
                ('in_flight', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='audit',
            name='is_incremental',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='audit',
            name='kind',
            field=models.CharField(choices=[('full', 'Full'), ('preview', 'Preview'), ('free', 'Free')], default='full', max_length=8),
        ),
        migrations.AddField(
            model_name='audit',
            name='pages_not_modified',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='audit',
            name='previous',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='crawls.audit'),
        ),
        migrations.AddField(
            model_name='audit',
            name='robots_version',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='audit',
            name='sampled_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='audit',
            name='skipped_sections',
            field=crawls.models.text.AnyJSON(default=list),
        ),
        migrations.AddField(
            model_name='page',
            name='blocked_by',
            field=crawls.models.text.AnyText(blank=True),
        ),
        migrations.AddField(
            model_name='page',
            name='blocked_detail',
            field=crawls.models.text.AnyText(blank=True),
        ),
        migrations.AddField(
            model_name='page',
            name='etag',
            field=crawls.models.text.AnyText(blank=True),
        ),
        migrations.AddField(
            model_name='page',
            name='last_modified',
            field=crawls.models.text.AnyText(blank=True),
        ),
        migrations.AddField(
            model_name='page',
            name='section',
            field=crawls.models.text.AnyText(blank=True),
        ),
        migrations.AddField(
            model_name='robotsfile',
            name='asked_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='robotsfile',
            name='times_unread',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='audit',
            name='end_state',
            field=models.CharField(blank=True, choices=[('queued', 'Queued'), ('crawling', 'Crawling'), ('checking', 'Checking'), ('finalising', 'Finalising'), ('done', 'Done'), ('partial', 'Partial'), ('cancelled', 'Cancelled'), ('blocked', 'Blocked'), ('failed', 'Failed')], max_length=12),
        ),
        migrations.AlterField(
            model_name='audit',
            name='reason',
            field=models.CharField(blank=True, choices=[('nothing_left', 'Nothing Left'), ('page_limit', 'Page Limit'), ('firewall', 'Firewall'), ('cancelled', 'Cancelled'), ('interrupted', 'Interrupted'), ('seed_unreachable', 'Seed Unreachable'), ('seed_left_site', 'Seed Left Site'), ('seed_loop', 'Seed Loop'), ('seed_too_many_redirects', 'Seed Too Many Redirects'), ('seed_disallowed', 'Seed Disallowed')], max_length=40),
        ),
        migrations.AlterField(
            model_name='audit',
            name='state',
            field=models.CharField(choices=[('queued', 'Queued'), ('crawling', 'Crawling'), ('checking', 'Checking'), ('finalising', 'Finalising'), ('done', 'Done'), ('partial', 'Partial'), ('cancelled', 'Cancelled'), ('blocked', 'Blocked'), ('failed', 'Failed')], default='queued', max_length=12),
        ),
        migrations.AlterField(
            model_name='page',
            name='skip_reason',
            field=models.CharField(blank=True, choices=[('robots', 'Robots'), ('address', 'Address'), ('section', 'Section')], max_length=12),
        ),
        migrations.AddIndex(
            model_name='page',
            index=models.Index(condition=models.Q(('state', 'done')), fields=['audit', 'section', 'outcome'], name='pages_by_section'),
        ),
        migrations.AddConstraint(
            model_name='audit',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'free'), models.Q(('state__in', ('failed', 'blocked')), _negated=True)), fields=('account', 'site_key'), name='one_free_audit_per_account_and_site'),
        ),
        migrations.AddConstraint(
            model_name='page',
            constraint=models.CheckConstraint(condition=models.Q(('outcome', 'blocked'), ('blocked_by', ''), _connector='XOR'), name='blocked_has_a_firewall'),
        ),
        migrations.AddField(
            model_name='pacesample',
            name='audit',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pace_samples', to='crawls.audit'),
        ),
    ]
