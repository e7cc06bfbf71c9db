<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="zh_CN">
<context>
    <name>AboutSection</name>
    <message>
        <source>关于</source>
        <translation>About</translation>
    </message>
    <message>
        <source>这些内容不联网也能看</source>
        <translation>All of this can be read without a network</translation>
    </message>
    <message>
        <source>快捷键一览</source>
        <translation>Keyboard shortcuts</translation>
    </message>
    <message>
        <source>许可</source>
        <translation>Licences</translation>
    </message>
    <message>
        <source>更新</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>使用说明</source>
        <translation>Help</translation>
    </message>
</context>
<context>
    <name>AddSheet</name>
    <message>
        <source>添加操作者</source>
        <translation>Add operator</translation>
    </message>
    <message>
        <source>新操作者请自己输入口令；别人不知道它，也找不回来，只能用恢复码重设。</source>
        <translation>The new operator types the passphrase themselves. Nobody else knows it and it cannot be looked up, only set anew with the recovery code.</translation>
    </message>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>新操作者的口令</source>
        <translation>Passphrase of the new operator</translation>
    </message>
    <message>
        <source>再输入一次</source>
        <translation>Once more</translation>
    </message>
    <message>
        <source>身份，可以有几个</source>
        <translation>Roles, one or several</translation>
    </message>
    <message>
        <source>添加</source>
        <translation>Add</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>请至少选一个身份。</source>
        <translation>Choose at least one role.</translation>
    </message>
</context>
<context>
    <name>AddSymptom</name>
    <message>
        <source>添加症状</source>
        <translation>Add symptom</translation>
    </message>
    <message>
        <source>添加症状：中文、拼音或首字母</source>
        <translation>Add symptom: Chinese, pinyin or initials</translation>
    </message>
    <message>
        <source>词表中的症状</source>
        <translation>Symptoms of the vocabulary</translation>
    </message>
</context>
<context>
    <name>Age</name>
    <message>
        <source>{0}岁</source>
        <translation>{0} y</translation>
    </message>
    <message>
        <source>{0}个月</source>
        <translation>{0} mo</translation>
    </message>
    <message>
        <source>{0}天</source>
        <translation>{0} d</translation>
    </message>
    <message>
        <source>约{0}</source>
        <translation>about {0}</translation>
    </message>
    <message>
        <source>不满{0}</source>
        <translation>under {0}</translation>
    </message>
    <message>
        <source>出生前</source>
        <translation>before birth</translation>
    </message>
</context>
<context>
    <name>Alike</name>
    <message>
        <source>出生未录</source>
        <translation>birth not recorded</translation>
    </message>
    <message>
        <source>就是此人</source>
        <translation>This is the one</translation>
    </message>
</context>
<context>
    <name>AmendSheet</name>
    <message>
        <source>更正：{0}</source>
        <translation>Amend: {0}</translation>
    </message>
    <message>
        <source>原文保留。就诊时间和表单不变；要改时间，请作废后重新录入。</source>
        <translation>The original is kept. Time and form of the visit stay; where the time is wrong, void the visit and enter it anew.</translation>
    </message>
    <message>
        <source>例如：患者复诊时说明</source>
        <translation>For example: the patient said so at the next visit</translation>
    </message>
    <message>
        <source>{0} 的更正</source>
        <translation>Amendment of {0}</translation>
    </message>
    <message>
        <source>改动</source>
        <translation>Changes</translation>
    </message>
    <message>
        <source>放弃草稿</source>
        <translation>Discard draft</translation>
    </message>
    <message>
        <source>返回</source>
        <translation>Back</translation>
    </message>
    <message>
        <source>继续修改</source>
        <translation>Go on writing</translation>
    </message>
    <message>
        <source>保存更正</source>
        <translation>Save amendment</translation>
    </message>
    <message>
        <source>核对改动</source>
        <translation>Look over changes</translation>
    </message>
    <message>
        <source>草稿存于 {0:%Y-%m-%d %H:%M}，已恢复</source>
        <translation>Draft of {0:%Y-%m-%d %H:%M}, brought back</translation>
    </message>
    <message>
        <source>草稿存于 {0:%H:%M}</source>
        <translation>Draft saved {0:%H:%M}</translation>
    </message>
</context>
<context>
    <name>BackSheet</name>
    <message>
        <source>换回 {0}</source>
        <translation>Go back to {0}</translation>
    </message>
    <message>
        <source>现在运行的是 {0}。</source>
        <translation>{0} is running now.</translation>
    </message>
    <message>
        <source>{0} 的每个文件先核对一遍；它能打开现在的病历库。</source>
        <translation>Each file of {0} is verified first; it opens the store as it is now.</translation>
    </message>
    <message>
        <source>从下一次启动起用它；{0} 留着，还可以再换过来。</source>
        <translation>It is used from the next start on; {0} is kept, and you can come back to it.</translation>
    </message>
    <message>
        <source>换回</source>
        <translation>Go back</translation>
    </message>
</context>
<context>
    <name>Backup</name>
    <message>
        <source>正在准备…</source>
        <translation>Preparing…</translation>
    </message>
    <message>
        <source>今天 {0}</source>
        <translation>today {0}</translation>
    </message>
    <message>
        <source>上次备份没有成功：备份目录的空间不够。</source>
        <translation>The last backup failed: not enough room in its folder.</translation>
    </message>
    <message>
        <source>上次备份没有成功：读回的与写下的不同，盘可能坏了，请换一块。</source>
        <translation>The last backup failed: what was read back differs from what was written. The disk may be failing; use another.</translation>
    </message>
    <message>
        <source>上次备份没有成功：写到一半时盘被拔出或坏了。</source>
        <translation>The last backup failed: its disk was pulled out or broke while it was written.</translation>
    </message>
    <message>
        <source>上次备份没有成功（{0}）。</source>
        <translation>The last backup failed ({0}).</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>备份盘没有接上，或目录不在了：{0}</source>
        <translation>The backup drive is not connected, or its folder is gone: {0}</translation>
    </message>
</context>
<context>
    <name>BackupFileSheet</name>
    <message>
        <source>管理员的口令（做备份那天的）</source>
        <translation>Passphrase of an admin, as on the day of the backup</translation>
    </message>
    <message>
        <source>取消</source>
        <translation>Cancel</translation>
    </message>
    <message>
        <source>完成</source>
        <translation>Done</translation>
    </message>
</context>
<context>
    <name>BackupList</name>
    <message>
        <source>备份</source>
        <translation>Backup</translation>
    </message>
</context>
<context>
    <name>BackupRow</name>
    <message>
        <source>核验</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>恢复演练</source>
        <translation>Practise a restore</translation>
    </message>
    <message>
        <source>恢复…</source>
        <translation>Restore…</translation>
    </message>
    <message>
        <source>不能用</source>
        <translation>Unusable</translation>
    </message>
    <message>
        <source>其他诊所的</source>
        <translation>Of another clinic</translation>
    </message>
    <message>
        <source>{0} 核验过</source>
        <translation>verified {0}</translation>
    </message>
    <message>
        <source>没有核验过</source>
        <translation>not verified</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
    <message>
        <source>{0}，{1}；审计到第 {2} 行；{3} 能打开</source>
        <translation>{0}, {1}; audit trail to row {2}; opened by: {3}</translation>
    </message>
</context>
<context>
    <name>BackupSecret</name>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>改用口令</source>
        <translation>Use the passphrase instead</translation>
    </message>
    <message>
        <source>改用恢复码</source>
        <translation>Use the recovery code instead</translation>
    </message>
</context>
<context>
    <name>BackupSection</name>
    <message>
        <source>备份</source>
        <translation>Backup</translation>
    </message>
    <message>
        <source>核验过才算数；恢复时不覆盖任何现有文件</source>
        <translation>Counts once verified; a restore overwrites no file</translation>
    </message>
    <message>
        <source>恢复之后，旧备份暂停清理。</source>
        <translation>After the restore, no old backup is removed.</translation>
    </message>
    <message>
        <source>看过恢复的内容，确认无误，再让程序清理旧备份。</source>
        <translation>Look at what was restored; once it is right, let old backups be removed again.</translation>
    </message>
    <message>
        <source>恢复自动清理</source>
        <translation>Resume clearing out</translation>
    </message>
    <message>
        <source>备份由管理员来做：备份里有全部病历，能带走它的人要少。</source>
        <translation>Backups are an admin&apos;s work: a backup holds every record, so few should be able to carry one away.</translation>
    </message>
    <message>
        <source>现在备份</source>
        <translation>Back up now</translation>
    </message>
    <message>
        <source>另选目录…</source>
        <translation>Choose a folder…</translation>
    </message>
    <message>
        <source>打开</source>
        <translation>Open</translation>
    </message>
    <message>
        <source>自动备份</source>
        <translation>Automatic backup</translation>
    </message>
    <message>
        <source>备份进度</source>
        <translation>Progress of the backup</translation>
    </message>
    <message>
        <source>从别处的备份文件恢复…</source>
        <translation>Restore from a file elsewhere…</translation>
    </message>
    <message>
        <source>现在找不到这个目录：插好 U 盘，或另选目录。</source>
        <translation>This folder is not there now: plug the stick in, or choose another.</translation>
    </message>
    <message>
        <source>在另一块盘上；用完拔下收好，防盗、防勒索病毒。</source>
        <translation>On another disk; unplug it and put it away, safe from theft and ransomware. </translation>
    </message>
    <message>
        <source>与病历库同一块盘：盘坏或电脑丢失时会一起失去。最好选 U 盘。</source>
        <translation>On the same disk as the records: both are lost with the disk or the computer. A stick is better. </translation>
    </message>
    <message>
        <source>还有 {0}。</source>
        <translation>{0} free.</translation>
    </message>
    <message>
        <source>还没有核验过的备份。</source>
        <translation>No verified backup yet.</translation>
    </message>
    <message>
        <source>上次核验过的备份：{0}</source>
        <translation>Last verified backup: {0}</translation>
    </message>
    <message>
        <source>这个目录里还没有备份。</source>
        <translation>No backup in this folder yet.</translation>
    </message>
    <message>
        <source>目录不在，列不出备份。</source>
        <translation>The folder is not there, so no backups are listed.</translation>
    </message>
    <message>
        <source>其中的审计记录不完整，请到账本核验。</source>
        <translation>The audit trail in it is not whole; verify it in the ledger.</translation>
    </message>
    <message>
        <source>已停止，没有留下文件，也没有算数。</source>
        <translation>Stopped. No file is left, and nothing was counted.</translation>
    </message>
    <message>
        <source>备份到哪个目录</source>
        <translation>Back up to which folder</translation>
    </message>
    <message>
        <source>已保存，立即生效</source>
        <translation>Saved; holds from now on</translation>
    </message>
    <message>
        <source>从备份恢复</source>
        <translation>Restore from a backup</translation>
    </message>
    <message>
        <source>恢复会换下现在的病历库，所以先关闭诊所。</source>
        <translation>A restore replaces the present records, so the clinic is closed first.</translation>
    </message>
    <message>
        <source>写到一半的先存成草稿。</source>
        <translation>What is half written is kept as a draft first.</translation>
    </message>
    <message>
        <source>接着给您看这份备份里有什么，再问口令或恢复码；到那时都还可以退回。</source>
        <translation>Then you see what is in the backup and are asked for the passphrase or the recovery code; until then you can go back.</translation>
    </message>
    <message>
        <source>现在的文件一个不删，另存在数据目录里。</source>
        <translation>No present file is deleted: they are kept in the data folder.</translation>
    </message>
    <message>
        <source>关闭诊所，去恢复</source>
        <translation>Close and restore</translation>
    </message>
    <message>
        <source>确认恢复的病历是对的之后再做。</source>
        <translation>Do this once you are sure the restored records are right.</translation>
    </message>
    <message>
        <source>请先翻看几位患者，核对最近几次就诊都在。</source>
        <translation>Look at a few patients first and check that their latest visits are there.</translation>
    </message>
    <message>
        <source>之后每次备份成功，程序会删掉规则之外的旧备份；恢复前那份若已多余，也在其中。</source>
        <translation>After each good backup, old ones beyond the rule are then removed, the one you restored from too once it is superfluous.</translation>
    </message>
    <message>
        <source>看过了，恢复清理</source>
        <translation>I have looked; resume</translation>
    </message>
    <message>
        <source>已确认，旧备份重新按规则清理。</source>
        <translation>Confirmed. Old backups are removed by the rule again.</translation>
    </message>
    <message>
        <source>最近的备份</source>
        <translation>Latest backup</translation>
    </message>
    <message>
        <source>备份到</source>
        <translation>Back up to</translation>
    </message>
    <message>
        <source>保留最近 7 天、5 周、12 个月各一份，和最后 3 份核验过的；没核验过的和其他诊所的从不删。</source>
        <translation>Kept: one for each of the last 7 days, 5 weeks and 12 months, and the last 3 verified. What is not verified or of another clinic is never removed.</translation>
    </message>
    <message>
        <source>每天第一次空闲时，和关闭程序前；只写到上面的目录。</source>
        <translation>At the first quiet moment of each day and before the program closes, into the folder above.</translation>
    </message>
    <message>
        <source>已超过 14 天没有备份到另一块盘。</source>
        <translation>None on another disk for over 14 days.</translation>
    </message>
    <message>
        <source>备份完成并已核验：{0}，用时 {1} 秒。</source>
        <translation>Backed up and verified: {0}, in {1} s. </translation>
    </message>
</context>
<context>
    <name>BackupSheets</name>
    <message>
        <source>试恢复到临时文件，逐页、逐表、逐行核对。留空则只看它与上次核验时是否逐位相同。</source>
        <translation>Restores it to a temporary file and checks every page, table and row. Left empty, it is only compared bit by bit with what was verified before.</translation>
    </message>
    <message>
        <source>试恢复到临时文件，逐页、逐表、逐行核对。这份还没有在这里核验过，要口令或恢复码。</source>
        <translation>Restores it to a temporary file and checks every page, table and row. This one was not verified here yet, so it takes the passphrase or the recovery code.</translation>
    </message>
    <message>
        <source>核验</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>恢复到临时目录、打开、清点病历，然后删掉；现在的诊所不动。结果记入账本。</source>
        <translation>Restores it to a temporary folder, opens it, counts the records and removes it again. The clinic is not touched. The result goes into the ledger.</translation>
    </message>
    <message>
        <source>恢复演练</source>
        <translation>Practise a restore</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>病历号</source>
        <translation>Record no.</translation>
    </message>
    <message>
        <source>全部操作</source>
        <translation>All actions</translation>
    </message>
    <message>
        <source>未选择患者</source>
        <translation>No patient chosen</translation>
    </message>
    <message>
        <source>年龄未录</source>
        <translation>age not recorded</translation>
    </message>
    <message>
        <source>过敏：%1</source>
        <translation>Allergy: %1</translation>
    </message>
    <message>
        <source>初诊</source>
        <translation>First visit</translation>
    </message>
    <message>
        <source>第%1诊</source>
        <translation>Visit %1</translation>
    </message>
    <message>
        <source>距上次 %1 天</source>
        <translation>%1 days since the last</translation>
    </message>
    <message>
        <source>回到问诊</source>
        <translation>Back to intake</translation>
    </message>
    <message>
        <source>对比</source>
        <translation>Compare</translation>
    </message>
    <message>
        <source>今天已记</source>
        <translation>Recorded today</translation>
    </message>
</context>
<context>
    <name>BeforeLeaving</name>
    <message>
        <source>诊所还没有建立</source>
        <translation>The clinic is not set up yet</translation>
    </message>
    <message>
        <source>恢复码还没有核对。现在关闭，不留下任何东西；下次从头开始，会给出另一个恢复码，纸上这一个请作废。</source>
        <translation>The recovery code was not typed back. Close now and nothing is kept: next time it starts from the beginning with another code, and the one on paper opens nothing.</translation>
    </message>
    <message>
        <source>不建立，关闭</source>
        <translation>Close without setting up</translation>
    </message>
    <message>
        <source>回去核对</source>
        <translation>Go back</translation>
    </message>
</context>
<context>
    <name>BeginCard</name>
    <message>
        <source>从哪里开始</source>
        <translation>Where to begin</translation>
    </message>
    <message>
        <source>打开自己的诊所</source>
        <translation>Open your own clinic</translation>
    </message>
    <message>
        <source>从“今日”开始，里面还没有患者。</source>
        <translation>Begins with Today; there are no patients in it yet.</translation>
    </message>
    <message>
        <source>先看演示诊所</source>
        <translation>Look at the demonstration first</translation>
    </message>
    <message>
        <source>开始</source>
        <translation>Begin</translation>
    </message>
    <message>
        <source>正在打开…</source>
        <translation>Opening…</translation>
    </message>
    <message>
        <source>准备好了</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>{0}已建立，恢复码已核对。</source>
        <translation>{0} is set up, and its recovery code is confirmed.</translation>
    </message>
    <message>
        <source>另建的临时诊所，人物都是虚构的；离开时全部删除。</source>
        <translation>A clinic apart, of invented people; all of it is deleted when you leave.</translation>
    </message>
</context>
<context>
    <name>BooleanField</name>
    <message>
        <source>是</source>
        <translation>Yes</translation>
    </message>
    <message>
        <source>否</source>
        <translation>No</translation>
    </message>
</context>
<context>
    <name>BoundaryBadge</name>
    <message>
        <source>本机</source>
        <translation>Local</translation>
    </message>
    <message>
        <source>外部</source>
        <translation>External</translation>
    </message>
</context>
<context>
    <name>BudgetCard</name>
    <message>
        <source>预算</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>改上限…</source>
        <translation>Change limits…</translation>
    </message>
    <message>
        <source>您的身份看不到费用。</source>
        <translation>Your role does not see costs.</translation>
    </message>
    <message>
        <source>今日全部</source>
        <translation>All today</translation>
    </message>
    <message>
        <source>{0} 今日</source>
        <translation>{0} today</translation>
    </message>
    <message>
        <source>本月全部</source>
        <translation>All this month</translation>
    </message>
    <message>
        <source>没有设每日上限。</source>
        <translation>No daily limit is set.</translation>
    </message>
    <message>
        <source>到 {0} 提醒</source>
        <translation>Told of at {0}</translation>
    </message>
    <message>
        <source>到 {0} 停到明天</source>
        <translation>stopped until tomorrow at {0}</translation>
    </message>
    <message>
        <source>到 {0} 改用 {1}</source>
        <translation>{1} instead at {0}</translation>
    </message>
    <message>
        <source>到 {0} 仍只提醒</source>
        <translation>only told of at {0}</translation>
    </message>
    <message>
        <source>{0}，{1}。</source>
        <translation>{0}, {1}.</translation>
    </message>
    <message>
        <source>每项任务最多 {0}。</source>
        <translation>At most {0} for each task.</translation>
    </message>
    <message>
        <source>问诊、对比、回访不受影响。</source>
        <translation>Intake, comparison and follow-up go on as ever.</translation>
    </message>
</context>
<context>
    <name>BudgetSheet</name>
    <message>
        <source>费用上限</source>
        <translation>Limits of costs</translation>
    </message>
    <message>
        <source>按当次模型、当时价格估算；空着就是不设。到上限只停模型，问诊、对比、回访照常。</source>
        <translation>Estimated by each call&apos;s own model and the price of its time; empty is no limit. At the limit only models stop; intake, comparison and follow-up go on.</translation>
    </message>
    <message>
        <source>每日上限（元）</source>
        <translation>A day (yuan)</translation>
    </message>
    <message>
        <source>不设</source>
        <translation>none</translation>
    </message>
    <message>
        <source>到多少提醒（元）</source>
        <translation>Tell from (yuan)</translation>
    </message>
    <message>
        <source>上限的五分之四</source>
        <translation>four fifths of the limit</translation>
    </message>
    <message>
        <source>每项任务最多（元）</source>
        <translation>A task at most (yuan)</translation>
    </message>
    <message>
        <source>到每日上限时</source>
        <translation>At the daily limit</translation>
    </message>
    <message>
        <source>只提醒，照常调用</source>
        <translation>Only tell; calls go on</translation>
    </message>
    <message>
        <source>停到明天</source>
        <translation>Stop until tomorrow</translation>
    </message>
    <message>
        <source>改用便宜的模型，没有就停</source>
        <translation>Use a cheaper model; without one, stop</translation>
    </message>
    <message>
        <source>改用的模型</source>
        <translation>Model used instead</translation>
    </message>
    <message>
        <source>须与所问的模型同一服务商、同一边界；不会改到别处去。</source>
        <translation>Of the same provider and boundary as the model asked; it never goes elsewhere.</translation>
    </message>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>已保存，立即生效</source>
        <translation>Saved, and in effect</translation>
    </message>
</context>
<context>
    <name>By</name>
    <message>
        <source>您自己的口令</source>
        <translation>Your own passphrase</translation>
    </message>
</context>
<context>
    <name>ChangeBar</name>
    <message>
        <source>全部</source>
        <translation>All</translation>
    </message>
</context>
<context>
    <name>ChangePassphraseSheet</name>
    <message>
        <source>改我的口令</source>
        <translation>Change my passphrase</translation>
    </message>
    <message>
        <source>改好后旧口令从此打不开病历；病历和恢复码不变。</source>
        <translation>After this the old passphrase opens nothing; records and recovery code stay as they are.</translation>
    </message>
    <message>
        <source>改口令</source>
        <translation>Change passphrase</translation>
    </message>
    <message>
        <source>现在的口令，或恢复码</source>
        <translation>Present passphrase, or the recovery code</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>修改记录</source>
        <translation>Changes</translation>
    </message>
    <message>
        <source>{0:%Y-%m-%d %H:%M} {1} 登记</source>
        <translation>Registered {0:%Y-%m-%d %H:%M} by {1}</translation>
    </message>
    <message>
        <source>与相近患者区分的理由：{0}</source>
        <translation>Why another person: {0}</translation>
    </message>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
    <message>
        <source>约 {0}</source>
        <translation>about {0}</translation>
    </message>
    <message>
        <source>{0}：{1} → {2}</source>
        <translation>{0}: {1} → {2}</translation>
    </message>
</context>
<context>
    <name>CheckSheet</name>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>在本程序内</source>
        <translation>In this program</translation>
    </message>
    <message>
        <source>在单独的进程里</source>
        <translation>In a process of its own</translation>
    </message>
    <message>
        <source>下一步会运行这个包的代码。</source>
        <translation>The next step runs the code of the pack.</translation>
    </message>
</context>
<context>
    <name>ClinicCard</name>
    <message>
        <source>新建诊所</source>
        <translation>Set up a clinic</translation>
    </message>
    <message>
        <source>病历只存在这台电脑上，加密保存，不需要网络。</source>
        <translation>Records stay on this computer, encrypted, without a network.</translation>
    </message>
    <message>
        <source>诊所名称</source>
        <translation>Name of the clinic</translation>
    </message>
    <message>
        <source>医师姓名</source>
        <translation>Name of the physician</translation>
    </message>
    <message>
        <source>下一步</source>
        <translation>Next</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
</context>
<context>
    <name>ClinicSection</name>
    <message>
        <source>诊所</source>
        <translation>Clinic</translation>
    </message>
    <message>
        <source>随这家诊所保存，换一台电脑打开也一样</source>
        <translation>Kept with the clinic, on whatever computer it is opened</translation>
    </message>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>已保存。已打开的打印预览要重新打开才会用新名称。</source>
        <translation>Saved. A print preview that is open shows the new name once it is opened again.</translation>
    </message>
    <message>
        <source>文件里现在是“{0}”，没有覆盖；再按一次保存才会改成上面写的。</source>
        <translation>The file says “{0}” now and was not written over; Save once more puts in what is typed above.</translation>
    </message>
</context>
<context>
    <name>ClosingCard</name>
    <message>
        <source>正在备份，然后关闭</source>
        <translation>Backing up, then closing</translation>
    </message>
    <message>
        <source>今天的病历已存好。备份核验过才算数；不等就跳过，这次不算。</source>
        <translation>Today&apos;s records are saved. A backup counts once verified; skipped, this one does not count.</translation>
    </message>
    <message>
        <source>备份进度</source>
        <translation>Progress of the backup</translation>
    </message>
    <message>
        <source>跳过</source>
        <translation>Skip</translation>
    </message>
</context>
<context>
    <name>CodeCard</name>
    <message>
        <source>用恢复码打开</source>
        <translation>Open with the recovery code</translation>
    </message>
    <message>
        <source>请照纸上写的输入九组。打开后当场设一个新口令。</source>
        <translation>Type the nine groups from the paper. You then set a new passphrase at once.</translation>
    </message>
    <message>
        <source>大小写、空格、横线都不要紧；O 当作 0，I 和 L 当作 1。</source>
        <translation>Case, blanks and dashes do not matter; O counts as 0, I and L as 1.</translation>
    </message>
    <message>
        <source>改用口令</source>
        <translation>Use the passphrase instead</translation>
    </message>
    <message>
        <source>正在打开…</source>
        <translation>Opening…</translation>
    </message>
    <message>
        <source>打开</source>
        <translation>Open</translation>
    </message>
</context>
<context>
    <name>CodeField</name>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
</context>
<context>
    <name>CodeGroups</name>
    <message>
        <source>恢复码，共 {0} 组</source>
        <translation>Recovery code, {0} groups</translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>第 {0} 组 {1}</source>
        <translation>Group {0}: {1}</translation>
    </message>
</context>
<context>
    <name>ColumnNames</name>
    <message>
        <source>症状</source>
        <translation>Symptom</translation>
    </message>
    <message>
        <source>本次&#x3000;N 无&#x3000;U 未问</source>
        <translation>This time  N no  U not asked</translation>
    </message>
    <message>
        <source>程度 1 2 3</source>
        <translation>Grade 1 2 3</translation>
    </message>
    <message>
        <source>起于</source>
        <translation>Since</translation>
    </message>
    <message>
        <source>频次</source>
        <translation>Freq.</translation>
    </message>
    <message>
        <source>患者原话</source>
        <translation>Words</translation>
    </message>
</context>
<context>
    <name>ComboField</name>
    <message>
        <source>未选</source>
        <translation>None chosen</translation>
    </message>
</context>
<context>
    <name>CompareHead</name>
    <message>
        <source>复诊对比</source>
        <translation>Comparison</translation>
    </message>
    <message>
        <source>上次就诊</source>
        <translation>Last visit</translation>
    </message>
    <message>
        <source>上次</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>本次就诊</source>
        <translation>This visit</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>打印对比表</source>
        <translation>Print comparison</translation>
    </message>
    <message>
        <source>相隔 {days} 天</source>
        <translation>{days} days apart</translation>
    </message>
    <message>
        <source>同日两次就诊</source>
        <translation>two visits on one day</translation>
    </message>
    <message>
        <source>{0}·只并列事实，不下结论</source>
        <translation>{0} · facts side by side, no conclusion</translation>
    </message>
    <message>
        <source>打印</source>
        <translation>Print</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>复诊对比</source>
        <translation>Comparison</translation>
    </message>
    <message>
        <source>还没有选定患者，选定之后在这里对比两次就诊。</source>
        <translation>No patient chosen. Choose one to compare two visits here.</translation>
    </message>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>去问诊</source>
        <translation>Go to intake</translation>
    </message>
    <message>
        <source>上次</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>正在对比</source>
        <translation>Comparing</translation>
    </message>
</context>
<context>
    <name>ComparisonModel</name>
    <message>
        <source>只并列，不判变化</source>
        <translation>side by side, no state</translation>
    </message>
    <message>
        <source>医师改判（原判 {computed}）</source>
        <translation>Physician&apos;s choice (computed: {computed})</translation>
    </message>
    <message>
        <source>没有记录</source>
        <translation>Nothing recorded</translation>
    </message>
    <message>
        <source>未问</source>
        <translation>Not asked</translation>
    </message>
    <message>
        <source>程度</source>
        <translation>grade</translation>
    </message>
    <message>
        <source>数量</source>
        <translation>count</translation>
    </message>
    <message>
        <source>有无</source>
        <translation>presence</translation>
    </message>
    <message>
        <source>所述</source>
        <translation>said</translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>ConfinedRow</name>
    <message>
        <source>详情</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>详情：外来的包怎样隔离</source>
        <translation>Details: how added packs are shut in</translation>
    </message>
    <message>
        <source>外来的包怎样隔离</source>
        <translation>How added packs are shut in</translation>
    </message>
    <message>
        <source>各在单独的进程里运行；这台电脑上实测：{0}。随程序的包在本程序内运行。</source>
        <translation>Each runs in a process of its own; measured on this machine: {0}. Those of the program run in this program.</translation>
    </message>
    <message>
        <source>没有测出来：{0}</source>
        <translation>It could not be measured: {0}</translation>
    </message>
</context>
<context>
    <name>ConfirmCodeSheet</name>
    <message>
        <source>确认恢复码</source>
        <translation>Confirm the recovery code</translation>
    </message>
    <message>
        <source>请照纸上写的输入整个恢复码，证明抄得没有错。找不到了，就换一个新的。</source>
        <translation>Type the whole code from the paper, to show that it was written down right. If it cannot be found, make a new one.</translation>
    </message>
    <message>
        <source>确认</source>
        <translation>Confirm</translation>
    </message>
    <message>
        <source>恢复码已确认抄下。</source>
        <translation>The recovery code is confirmed.</translation>
    </message>
</context>
<context>
    <name>Contradiction</name>
    <message>
        <source>没有打开任何病历，也没有改动。请对照两边，确认要找的是谁。</source>
        <translation>No record was opened, nothing was changed. Compare both sides and confirm who is meant.</translation>
    </message>
    <message>
        <source>已核对，要找的就是 {0} {1}</source>
        <translation>Checked: {0} {1} is the one</translation>
    </message>
    <message>
        <source>返回修改</source>
        <translation>Go back</translation>
    </message>
    <message>
        <source>按姓名查找“{0}”</source>
        <translation>Find “{0}” by name</translation>
    </message>
    <message>
        <source>打开 {0} 的病历</source>
        <translation>Open the record of {0}</translation>
    </message>
    <message>
        <source>您输入的</source>
        <translation>What you typed</translation>
    </message>
    <message>
        <source>病历 {0} 里的</source>
        <translation>On record {0}</translation>
    </message>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>出生</source>
        <translation>Birth</translation>
    </message>
    <message>
        <source>电话尾号</source>
        <translation>Phone tail</translation>
    </message>
    <message>
        <source>{0}（{1}）</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>CostBars</name>
    <message>
        <source>{0}：没有调用</source>
        <translation>{0}: no calls</translation>
    </message>
    <message numerus="yes">
        <source>{0}：{1} 次，≈ {2}</source>
        <translation>
            <numerusform>{0}: {1} call, ≈ {2}</numerusform>
            <numerusform>{0}: {1} calls, ≈ {2}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CostsModel</name>
    <message>
        <source>调用</source>
        <translation>Calls</translation>
    </message>
    <message>
        <source>↑ 提示</source>
        <translation>↑ Prompt</translation>
    </message>
    <message>
        <source>↓ 回答</source>
        <translation>↓ Answer</translation>
    </message>
    <message>
        <source>命中</source>
        <translation>Hits</translation>
    </message>
    <message>
        <source>≈ 费用</source>
        <translation>≈ Cost</translation>
    </message>
</context>
<context>
    <name>CostsPage</name>
    <message>
        <source>导出 CSV…</source>
        <translation>Export CSV…</translation>
    </message>
    <message>
        <source>期间</source>
        <translation>Period</translation>
    </message>
    <message>
        <source>今日</source>
        <translation>Today</translation>
    </message>
    <message>
        <source>近 7 天</source>
        <translation>7 days</translation>
    </message>
    <message>
        <source>本月</source>
        <translation>This month</translation>
    </message>
    <message>
        <source>全部</source>
        <translation>All</translation>
    </message>
    <message>
        <source>哪个月</source>
        <translation>Which month</translation>
    </message>
    <message>
        <source>选月份</source>
        <translation>Month</translation>
    </message>
    <message>
        <source>按什么分账</source>
        <translation>Listed by</translation>
    </message>
    <message>
        <source>分账</source>
        <translation>By</translation>
    </message>
    <message>
        <source>领域包</source>
        <translation>Pack</translation>
    </message>
    <message>
        <source>工具</source>
        <translation>Tool</translation>
    </message>
    <message>
        <source>用途</source>
        <translation>Purpose</translation>
    </message>
    <message>
        <source>模型</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>会话</source>
        <translation>Session</translation>
    </message>
    <message>
        <source>日期</source>
        <translation>Day</translation>
    </message>
    <message>
        <source>怎么看</source>
        <translation>View</translation>
    </message>
    <message>
        <source>表</source>
        <translation>Table</translation>
    </message>
    <message>
        <source>图</source>
        <translation>Chart</translation>
    </message>
    <message>
        <source>每日费用</source>
        <translation>Cost per day</translation>
    </message>
    <message>
        <source>还没有调用过模型，所以没有费用。设好模型和出口策略后，每次调用都记在这里。</source>
        <translation>No model was called yet, so nothing was spent. Once a model and the exit policy are set, every call is listed here.</translation>
    </message>
    <message>
        <source>去设置模型</source>
        <translation>Set up models</translation>
    </message>
    <message>
        <source>看全部时间</source>
        <translation>Show all time</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>正在读费用</source>
        <translation>Reading the costs</translation>
    </message>
    <message>
        <source>{0}没有模型调用。</source>
        <translation>No model was called in this period: {0}.</translation>
    </message>
    <message>
        <source>每月费用</source>
        <translation>Cost per month</translation>
    </message>
    <message>
        <source>费用-{0}.csv</source>
        <translation>costs-{0}.csv</translation>
    </message>
    <message>
        <source>导出费用</source>
        <translation>Export costs</translation>
    </message>
    <message>
        <source>表格 (*.csv)</source>
        <translation>Table (*.csv)</translation>
    </message>
    <message>
        <source>已写入 {0}。里面没有患者的内容。</source>
        <translation>Written to {0}. It holds nothing of any patient.</translation>
    </message>
    <message numerus="yes">
        <source>合计 {0} 次调用，其中 {1} 次有金额。</source>
        <translation>
            <numerusform>{0} call in all, {1} with an amount. </numerusform>
            <numerusform>{0} calls in all, {1} with an amount. </numerusform>
        </translation>
    </message>
    <message>
        <source>估算，以官方账单为准</source>
        <translation>Estimated; the official bill counts</translation>
    </message>
    <message>
        <source>账本</source>
        <translation>Ledger</translation>
    </message>
    <message>
        <source>。</source>
        <translation>. </translation>
    </message>
    <message>
        <source>{0} 月没有模型调用。</source>
        <translation>No model was called in {0}.</translation>
    </message>
</context>
<context>
    <name>CostsTable</name>
    <message>
        <source>费用</source>
        <translation>Costs</translation>
    </message>
</context>
<context>
    <name>CountWords</name>
    <message numerus="yes">
        <source>{0} 份病历</source>
        <translation>
            <numerusform>{0} record</numerusform>
            <numerusform>{0} records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 次就诊</source>
        <translation>
            <numerusform>{0} visit</numerusform>
            <numerusform>{0} visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 人</source>
        <translation>
            <numerusform>{0} person</numerusform>
            <numerusform>{0} people</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 位符合</source>
        <translation>
            <numerusform>{0} fits</numerusform>
            <numerusform>{0} fit</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} 位同名</source>
        <translation>{0} of this name</translation>
    </message>
    <message numerus="yes">
        <source>{0} 位音近</source>
        <translation>
            <numerusform>{0} sounds alike</numerusform>
            <numerusform>{0} sound alike</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} 位相近</source>
        <translation>{0} similar</translation>
    </message>
    <message numerus="yes">
        <source>{0} 位患者登记了电话“{1}”</source>
        <translation>
            <numerusform>{0} patient has the phone “{1}”</numerusform>
            <numerusform>{0} patients have the phone “{1}”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 位患者同名“{1}”</source>
        <translation>
            <numerusform>{0} patient is called “{1}”</numerusform>
            <numerusform>{0} patients are called “{1}”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 位患者与“{1}”读音相同</source>
        <translation>
            <numerusform>{0} patient sounds like “{1}”</numerusform>
            <numerusform>{0} patients sound like “{1}”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 位患者与“{1}”相近</source>
        <translation>
            <numerusform>{0} patient is close to “{1}”</numerusform>
            <numerusform>{0} patients are close to “{1}”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Data</name>
    <message>
        <source>有</source>
        <translation>Yes</translation>
    </message>
    <message>
        <source>无</source>
        <translation>No</translation>
    </message>
    <message>
        <source>未问</source>
        <translation>Not asked</translation>
    </message>
    <message>
        <source>不详</source>
        <translation>Unknown</translation>
    </message>
    <message>
        <source>否认</source>
        <translation>Denied</translation>
    </message>
    <message>
        <source>未分级</source>
        <translation>Not graded</translation>
    </message>
    <message>
        <source>轻</source>
        <translation>Mild</translation>
    </message>
    <message>
        <source>中</source>
        <translation>Moderate</translation>
    </message>
    <message>
        <source>重</source>
        <translation>Severe</translation>
    </message>
    <message>
        <source>男</source>
        <translation>M</translation>
    </message>
    <message>
        <source>女</source>
        <translation>F</translation>
    </message>
    <message>
        <source>加重</source>
        <translation>Worse</translation>
    </message>
    <message>
        <source>减轻</source>
        <translation>Improved</translation>
    </message>
    <message>
        <source>消失</source>
        <translation>Resolved</translation>
    </message>
    <message>
        <source>无变化</source>
        <translation>Unchanged</translation>
    </message>
    <message>
        <source>新出现</source>
        <translation>New</translation>
    </message>
    <message>
        <source>再次出现</source>
        <translation>Recurred</translation>
    </message>
    <message>
        <source>首次记录</source>
        <translation>First noted</translation>
    </message>
    <message>
        <source>需核对</source>
        <translation>Review</translation>
    </message>
    <message>
        <source>不能比较</source>
        <translation>Incomparable</translation>
    </message>
    <message>
        <source>本次未记</source>
        <translation>Not recorded</translation>
    </message>
</context>
<context>
    <name>DayChart</name>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
</context>
<context>
    <name>DemoBar</name>
    <message>
        <source>演示诊所：人物都是虚构的，关闭后全部删除。</source>
        <translation>Demonstration clinic: invented people, all deleted on closing.</translation>
    </message>
    <message>
        <source>离开演示</source>
        <translation>Leave demonstration</translation>
    </message>
</context>
<context>
    <name>Detail</name>
    <message>
        <source>医师改判…</source>
        <translation>Physician&apos;s choice…</translation>
    </message>
    <message>
        <source>须写理由；原判和依据保留</source>
        <translation>A reason is needed; the computed result and its basis stay</translation>
    </message>
    <message>
        <source>没有记录</source>
        <translation>Nothing recorded</translation>
    </message>
    <message>
        <source>{by} 记</source>
        <translation>recorded by {by}</translation>
    </message>
    <message>
        <source>规则 {rule}</source>
        <translation>Rule {rule}</translation>
    </message>
    <message>
        <source>医师改判为 {verdict}（原判 {computed}）：{reason}</source>
        <translation>Physician&apos;s choice: {verdict} (computed: {computed}): {reason}</translation>
    </message>
    <message>
        <source>{by}，{at}</source>
        <translation>{by}, {at}</translation>
    </message>
    <message>
        <source>改判之后计算结果已变，请复核</source>
        <translation>Computed otherwise since this choice; please review</translation>
    </message>
    <message>
        <source>患者详情</source>
        <translation>Patient</translation>
    </message>
    <message>
        <source>在左边选一位患者，这里显示登记与各次就诊。</source>
        <translation>Choose a patient on the left; details and visits show here.</translation>
    </message>
    <message>
        <source>选定此患者</source>
        <translation>Choose</translation>
    </message>
    <message>
        <source>还没有就诊记录。</source>
        <translation>No visits yet.</translation>
    </message>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
    <message>
        <source>出生</source>
        <translation>Birth</translation>
    </message>
    <message>
        <source>电话</source>
        <translation>Phone</translation>
    </message>
    <message>
        <source>身份证号</source>
        <translation>ID card</translation>
    </message>
    <message>
        <source>{0} 历次变化</source>
        <translation>{0} over time</translation>
    </message>
    <message>
        <source>患者原话·{by} 记</source>
        <translation>Patient&apos;s words · recorded by {by}</translation>
    </message>
    <message>
        <source>回到列表</source>
        <translation>Back to list</translation>
    </message>
    <message>
        <source>编辑</source>
        <translation>Edit</translation>
    </message>
    <message>
        <source>症状变化</source>
        <translation>Symptoms over time</translation>
    </message>
    <message>
        <source>各次就诊</source>
        <translation>Visits</translation>
    </message>
    <message>
        <source>全部 {0} 项</source>
        <translation>All {0}</translation>
    </message>
    <message numerus="yes">
        <source>就诊 {0} 次</source>
        <translation>
            <numerusform>{0} visit</numerusform>
            <numerusform>{0} visits</numerusform>
        </translation>
    </message>
    <message>
        <source>年龄未录</source>
        <translation>age not recorded</translation>
    </message>
    <message>
        <source>未问留空，不连线</source>
        <translation>Not asked is left blank</translation>
    </message>
    <message>
        <source>开始复诊</source>
        <translation>Return visit</translation>
    </message>
    <message>
        <source>开始问诊</source>
        <translation>Begin visit</translation>
    </message>
    <message>
        <source>查阅</source>
        <translation>Read</translation>
    </message>
    <message>
        <source>写明事由并查阅</source>
        <translation>Give a reason and open</translation>
    </message>
    <message>
        <source>由其他医师接诊，病历要写明事由才能查阅。</source>
        <translation>Another physician&apos;s patient: the record opens for a reason.</translation>
    </message>
</context>
<context>
    <name>DrillSheet</name>
    <message numerus="yes">
        <source>演练成功：打开后有 {0} 份病历，审计到第 {1} 行，用时 {2} 秒。</source>
        <translation>
            <numerusform>It can be restored: {0} record inside, audit trail to row {1}, in {2} s.</numerusform>
            <numerusform>It can be restored: {0} records inside, audit trail to row {1}, in {2} s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSheet</name>
    <message>
        <source>编辑登记：{0} {1}</source>
        <translation>Edit registration: {0} {1}</translation>
    </message>
    <message>
        <source>改动留下记录：谁、何时、从什么改成什么。已保存的病历不变。</source>
        <translation>Each change is recorded: who, when, from what to what. Saved records stay as they are.</translation>
    </message>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>不改</source>
        <translation>Leave as it is</translation>
    </message>
    <message>
        <source>{0} {1} 的登记</source>
        <translation>registration of {0} {1}</translation>
    </message>
    <message>
        <source>改成这样，就与下面的患者相近。</source>
        <translation>Changed like this, it resembles the patients below.</translation>
    </message>
    <message>
        <source>请核对。还没有保存；确实如此，再按一次保存。</source>
        <translation>Please check. Nothing is saved yet; if it is right, press Save once more.</translation>
    </message>
    <message>
        <source>核对过，保存</source>
        <translation>Checked: save</translation>
    </message>
    <message>
        <source>正在保存…</source>
        <translation>Saving…</translation>
    </message>
</context>
<context>
    <name>EndPriceSheet</name>
    <message>
        <source>结束“{0}”另设的价格？</source>
        <translation>End the price set for “{0}”?</translation>
    </message>
    <message>
        <source>此后的调用按价目表计；表里没有的就无法估算。记过的账不变。</source>
        <translation>From now on calls cost what the list says; what is not in it cannot be estimated. What was booked stays.</translation>
    </message>
    <message>
        <source>结束</source>
        <translation>End it</translation>
    </message>
</context>
<context>
    <name>EndSheet</name>
    <message>
        <source>结束：{0}</source>
        <translation>End: {0}</translation>
    </message>
    <message>
        <source>用于离开诊所的人。不能撤销，回来时要另用一个名字添加。</source>
        <translation>For somebody who leaves the clinic. It cannot be undone; whoever comes back is added under another name.</translation>
    </message>
    <message>
        <source>口令和存着的密钥从此打不开诊所。</source>
        <translation>Their passphrase and any key kept for them open the clinic no more.</translation>
    </message>
    <message>
        <source>写过、签过的病历和审计记录都保留其姓名，不能改。</source>
        <translation>Records they wrote or signed and the audit trail keep their name, and stay as they are.</translation>
    </message>
    <message>
        <source>接诊的患者由其他医师接手：打开病历时选“交接”。</source>
        <translation>Other physicians take over their patients: choose “handover” when opening a record.</translation>
    </message>
    <message>
        <source>没写完的草稿留在患者名下，接手的医师可以看到。</source>
        <translation>Unfinished drafts stay with the patient; whoever takes over can see them.</translation>
    </message>
    <message>
        <source>· {0}</source>
        <translation>· {0}</translation>
    </message>
    <message>
        <source>结束</source>
        <translation>End</translation>
    </message>
</context>
<context>
    <name>EnterKeySheet</name>
    <message>
        <source>“{0}”的密钥</source>
        <translation>Key of “{0}”</translation>
    </message>
    <message>
        <source>存入系统密钥环，只发往 {0}；不写入病历库、文件和账本。</source>
        <translation>Kept in the system keyring and sent to {0} alone; not written to the store, a file or the ledger.</translation>
    </message>
    <message>
        <source>密钥</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>从服务商的网站复制后粘贴到这里。保存以后只显示头尾几位。</source>
        <translation>Copy it from the provider&apos;s site and paste it here. Once saved, only its ends are shown.</translation>
    </message>
    <message>
        <source>保存密钥</source>
        <translation>Save key</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
</context>
<context>
    <name>EntryDetail</name>
    <message>
        <source>这一行</source>
        <translation>This row</translation>
    </message>
    <message>
        <source>在左边选一行，这里写出它的全部内容。</source>
        <translation>Choose a row on the left; all of it is written here.</translation>
    </message>
    <message>
        <source>回到列表</source>
        <translation>Back to list</translation>
    </message>
    <message>
        <source>打开患者</source>
        <translation>Open patient</translation>
    </message>
    <message>
        <source>只看此患者</source>
        <translation>This patient only</translation>
    </message>
    <message>
        <source>只看此操作者</source>
        <translation>This operator only</translation>
    </message>
    <message>
        <source>改前摘要</source>
        <translation>Digest before</translation>
    </message>
    <message>
        <source>改后摘要</source>
        <translation>Digest after</translation>
    </message>
    <message>
        <source>本行写于账本成链之前，后来纳入</source>
        <translation>Written before the trail was a chain, and brought into it later</translation>
    </message>
    <message>
        <source>序号</source>
        <translation>No.</translation>
    </message>
    <message>
        <source>操作者</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>{0}（{1}）</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patient</translation>
    </message>
    <message>
        <source>就诊</source>
        <translation>Visit</translation>
    </message>
    <message>
        <source>第 {0} 次保存</source>
        <translation>Saved as no. {0}</translation>
    </message>
    <message>
        <source>经由</source>
        <translation>Through</translation>
    </message>
    <message>
        <source>·</source>
        <translation> · </translation>
    </message>
    <message>
        <source>结果</source>
        <translation>Outcome</translation>
    </message>
    <message>
        <source>事由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>电脑</source>
        <translation>Computer</translation>
    </message>
    <message>
        <source>时区</source>
        <translation>Time zone</translation>
    </message>
    <message>
        <source>程序版本</source>
        <translation>Program</translation>
    </message>
    <message>
        <source>领域包</source>
        <translation>Packs</translation>
    </message>
    <message>
        <source>说明</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>复制{0}</source>
        <translation>Copy {0}</translation>
    </message>
    <message>
        <source>会话</source>
        <translation>Session</translation>
    </message>
</context>
<context>
    <name>EntryPage</name>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>正在用这台电脑的密钥环打开…</source>
        <translation>Opening with this computer&apos;s keyring…</translation>
    </message>
    <message>
        <source>诊所已锁定，请输入口令继续。</source>
        <translation>The clinic is locked. Enter the passphrase to go on.</translation>
    </message>
    <message>
        <source>已锁定</source>
        <translation>Locked</translation>
    </message>
    <message>
        <source>打开诊所</source>
        <translation>Open the clinic</translation>
    </message>
    <message>
        <source>English</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>请输入口令继续。</source>
        <translation>Enter the passphrase to go on.</translation>
    </message>
    <message>
        <source>正在保存并锁定…</source>
        <translation>Saving and locking…</translation>
    </message>
    <message>
        <source>{0} 已打开诊所。</source>
        <translation>Opened by {0}.</translation>
    </message>
    <message>
        <source>未签名的构建</source>
        <translation>Unsigned build</translation>
    </message>
</context>
<context>
    <name>ExportSheet</name>
    <message>
        <source>导出账本</source>
        <translation>Export the ledger</translation>
    </message>
    <message>
        <source>一行一条的 JSON 文件，附链头和不用本程序也能核验的方法。导出本身也记一行。</source>
        <translation>A file of JSON lines with the head of the chain, and how to verify it without this program. The export itself is a row, too.</translation>
    </message>
    <message>
        <source>账本-{0}</source>
        <translation>ledger-{0}</translation>
    </message>
    <message>
        <source>全部</source>
        <translation>All</translation>
    </message>
    <message>
        <source>只导出筛选出的</source>
        <translation>Only what is filtered</translation>
    </message>
    <message>
        <source>导出什么</source>
        <translation>What to export</translation>
    </message>
    <message>
        <source>导出进度</source>
        <translation>Progress of the export</translation>
    </message>
    <message>
        <source>不导出</source>
        <translation>Do not export</translation>
    </message>
    <message>
        <source>选文件…</source>
        <translation>Choose a file…</translation>
    </message>
    <message>
        <source>停止</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>正在写…</source>
        <translation>Writing…</translation>
    </message>
    <message>
        <source>正在写：{0} / {1} 行</source>
        <translation>Writing: row {0} of {1}</translation>
    </message>
    <message>
        <source>完成</source>
        <translation>Done</translation>
    </message>
    <message>
        <source>已停止，没有留下文件。</source>
        <translation>Stopped; no file was left.</translation>
    </message>
    <message>
        <source>自第一行起的每一行。</source>
        <translation>Every row from the first on.</translation>
    </message>
    <message>
        <source>JSON 行 (*.jsonl)</source>
        <translation>JSON lines (*.jsonl)</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>打开</source>
        <translation>Open</translation>
    </message>
    <message>
        <source>目录</source>
        <translation>Folder</translation>
    </message>
    <message>
        <source>选这个目录</source>
        <translation>Use this folder</translation>
    </message>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>主目录</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>桌面</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>文档</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>这台电脑</source>
        <translation>This computer</translation>
    </message>
    <message>
        <source>位置</source>
        <translation>Place</translation>
    </message>
    <message>
        <source>文件名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>类型</source>
        <translation>Kind</translation>
    </message>
    <message>
        <source>取消</source>
        <translation>Cancel</translation>
    </message>
    <message>
        <source>常用位置</source>
        <translation>Places</translation>
    </message>
    <message>
        <source>文件</source>
        <translation>Files</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>患者</source>
        <translation>Patient</translation>
    </message>
    <message>
        <source>病历号或姓名</source>
        <translation>Record no. or name</translation>
    </message>
    <message>
        <source>操作者</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>操作</source>
        <translation>Action</translation>
    </message>
    <message>
        <source>从哪天起</source>
        <translation>From which day</translation>
    </message>
    <message>
        <source>从 2026-11-01</source>
        <translation>From 2026-11-01</translation>
    </message>
    <message>
        <source>到哪天止</source>
        <translation>To which day</translation>
    </message>
    <message>
        <source>到 2026-11-30</source>
        <translation>To 2026-11-30</translation>
    </message>
    <message>
        <source>只看被拒</source>
        <translation>Refused</translation>
    </message>
    <message>
        <source>只看有事由</source>
        <translation>With reason</translation>
    </message>
    <message>
        <source>清除筛选</source>
        <translation>Clear filters</translation>
    </message>
    <message>
        <source>更多筛选</source>
        <translation>More filters</translation>
    </message>
    <message>
        <source>全部操作</source>
        <translation>All actions</translation>
    </message>
    <message>
        <source>全部操作者</source>
        <translation>Everybody</translation>
    </message>
    <message>
        <source>同名或相近的患者</source>
        <translation>Patients of this or a similar name</translation>
    </message>
</context>
<context>
    <name>Find</name>
    <message>
        <source>未签 {0}</source>
        <translation>Unsigned {0}</translation>
    </message>
    <message>
        <source>草稿 {0}</source>
        <translation>Drafts {0}</translation>
    </message>
    <message>
        <source>最近患者</source>
        <translation>Recent patients</translation>
    </message>
    <message>
        <source>今日</source>
        <translation>Today</translation>
    </message>
    <message>
        <source>病历号 {0} 不存在。</source>
        <translation>There is no record no. {0}.</translation>
    </message>
    <message>
        <source>请核对号码，或按姓名查找。</source>
        <translation>Check the number, or search by name.</translation>
    </message>
    <message>
        <source>有同名者，但性别或出生不符。</source>
        <translation>There are namesakes, but sex or birth differ.</translation>
    </message>
    <message>
        <source>没有找到“{0}”。</source>
        <translation>“{0}” was not found.</translation>
    </message>
    <message>
        <source>请核对所输入的，或新建患者。</source>
        <translation>Check what was typed, or add a new patient.</translation>
    </message>
    <message>
        <source>查找结果</source>
        <translation>Results</translation>
    </message>
    <message>
        <source>新建患者“{0}”</source>
        <translation>New patient “{0}”</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>还没有写主诉</source>
        <translation>No chief complaint yet</translation>
    </message>
    <message>
        <source>已签</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>已存</source>
        <translation>Saved</translation>
    </message>
    <message>
        <source>问诊中</source>
        <translation>Writing</translation>
    </message>
    <message>
        <source>草稿</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>未就诊</source>
        <translation>No visit</translation>
    </message>
    <message>
        <source>尾号 {0}</source>
        <translation>tail {0}</translation>
    </message>
    <message>
        <source>电话未录</source>
        <translation>phone not recorded</translation>
    </message>
    <message>
        <source>不符</source>
        <translation>differs</translation>
    </message>
    <message>
        <source>还没有患者。</source>
        <translation>No patients yet.</translation>
    </message>
    <message>
        <source>按 Ctrl N 登记第一位患者。</source>
        <translation>Press Ctrl N to register the first patient.</translation>
    </message>
    <message>
        <source>今天还没有就诊。</source>
        <translation>No visits today yet.</translation>
    </message>
    <message>
        <source>输入姓名、拼音或电话，两个字即可查找。</source>
        <translation>Type a name, pinyin or phone; two characters are enough.</translation>
    </message>
</context>
<context>
    <name>FindPanel</name>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>姓名·拼音首字母·电话</source>
        <translation>Name, pinyin, phone</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patients</translation>
    </message>
</context>
<context>
    <name>FindSheet</name>
    <message>
        <source>在本机找模型服务器</source>
        <translation>Look for a server on this machine</translation>
    </message>
    <message>
        <source>只看本机的常用端口（vLLM 8000、Ollama 11434、llama.cpp 8080），只问有哪些模型。</source>
        <translation>Only the usual ports of this machine (vLLM 8000, Ollama 11434, llama.cpp 8080), and only which models there are.</translation>
    </message>
    <message>
        <source>再找一次</source>
        <translation>Look again</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>正在找…</source>
        <translation>Looking…</translation>
    </message>
    <message>
        <source>没有找到。</source>
        <translation>None was found.</translation>
    </message>
    <message>
        <source>请先启动服务器再找；用别的端口时，请用“添加模型”写明地址。</source>
        <translation>Start the server and look again; for another port, give its address in “Add model”.</translation>
    </message>
    <message>
        <source>在本机找到 {0}</source>
        <translation>Found {0} on this machine</translation>
    </message>
    <message>
        <source>它还没有模型。</source>
        <translation>It has no model yet.</translation>
    </message>
    <message>
        <source>已登记</source>
        <translation>Registered</translation>
    </message>
    <message>
        <source>登记并测试</source>
        <translation>Register and test</translation>
    </message>
</context>
<context>
    <name>FindingsSheet</name>
    <message numerus="yes">
        <source>审计记录有 {0} 处不对</source>
        <translation>
            <numerusform>{0} thing is wrong with the audit trail</numerusform>
            <numerusform>{0} things are wrong with the audit trail</numerusform>
        </translation>
    </message>
    <message>
        <source>病历可以照常读写，这些发现已记入审计记录，不会消失。请照下面做。</source>
        <translation>Records can be read and written as usual. These findings are noted in the trail and do not go away. Please do as follows.</translation>
    </message>
    <message>
        <source>知道了</source>
        <translation>Understood</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>正在准备演示诊所…</source>
        <translation>Preparing the demonstration…</translation>
    </message>
    <message>
        <source>正在准备演示诊所…（{0}/{1}）</source>
        <translation>Preparing the demonstration… ({0}/{1})</translation>
    </message>
</context>
<context>
    <name>FormView</name>
    <message>
        <source>必填，还没有答案</source>
        <translation>Required, no answer yet</translation>
    </message>
</context>
<context>
    <name>GroupFields</name>
    <message>
        <source>第 {0} 组</source>
        <translation>Group {0}</translation>
    </message>
    <message numerus="yes">
        <source>第 {0} 组与恢复码不同。</source>
        <translation>
            <numerusform>Group {0} differs from the code.</numerusform>
            <numerusform>Groups {0} differ from the code.</numerusform>
        </translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>请对照纸上的原件改正。大小写、空格和横线都不要紧。</source>
        <translation>Compare with the paper. Case, blanks and dashes do not matter.</translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>必填</source>
        <translation>Required</translation>
    </message>
    <message>
        <source>添加</source>
        <translation>Add</translation>
    </message>
    <message>
        <source>添加 {0}</source>
        <translation>Add {0}</translation>
    </message>
    <message>
        <source>移除 {0}</source>
        <translation>Remove {0}</translation>
    </message>
</context>
<context>
    <name>HandOver</name>
    <message>
        <source>打印…</source>
        <translation>Print…</translation>
    </message>
    <message>
        <source>存为 PDF…</source>
        <translation>Save as PDF…</translation>
    </message>
    <message>
        <source>只显示这一次：离开后程序里不再有它。请打印，或抄在纸上。</source>
        <translation>Shown this once: after you leave, the program no longer has it. Print it, or write it on paper.</translation>
    </message>
    <message>
        <source>这台电脑还没有装打印机。可以抄在纸上，或存为 PDF 拿到别处打印。</source>
        <translation>This computer has no printer yet. Write it on paper, or save a PDF and print it elsewhere.</translation>
    </message>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
    <message>
        <source>已存为 {0}。打印好或拷到 U 盘后，请把它从这台电脑上删掉：谁拿到它谁就能打开病历。</source>
        <translation>Saved as {0}. Once it is printed or on a USB stick, delete it from this computer: whoever has it can open the records.</translation>
    </message>
    <message>
        <source>已送到打印机。请等纸出来，看清九组再继续。</source>
        <translation>Sent to the printer. Wait for the page and check that all nine groups can be read.</translation>
    </message>
    <message>
        <source>没有打印成：{0}。恢复码没有变，请再试或抄在纸上。</source>
        <translation>It was not printed: {0}. The code is the same; try again or write it on paper.</translation>
    </message>
</context>
<context>
    <name>HelpSheet</name>
    <message>
        <source>使用说明</source>
        <translation>Help</translation>
    </message>
    <message>
        <source>都在这台电脑上，不联网也能看</source>
        <translation>All of it is on this computer and needs no network</translation>
    </message>
    <message>
        <source>哪一份</source>
        <translation>Which one</translation>
    </message>
    <message>
        <source>医师的一天</source>
        <translation>A physician&apos;s day</translation>
    </message>
    <message>
        <source>安装与管理</source>
        <translation>Installing and managing</translation>
    </message>
    <message>
        <source>在说明中查找</source>
        <translation>Find in the help</translation>
    </message>
    <message>
        <source>上一处</source>
        <translation>Previous match</translation>
    </message>
    <message>
        <source>下一处</source>
        <translation>Next match</translation>
    </message>
    <message>
        <source>目录</source>
        <translation>Folder</translation>
    </message>
    <message>
        <source>收起</source>
        <translation>Hide</translation>
    </message>
    <message>
        <source>第 {0} 处，共 {1} 处</source>
        <translation>{0} of {1}</translation>
    </message>
    <message>
        <source>没有找到</source>
        <translation>Not found</translation>
    </message>
    <message>
        <source>在“{0}”里，按 Enter 去看</source>
        <translation>It is in “{0}”: Enter leads there</translation>
    </message>
</context>
<context>
    <name>HistorySheet</name>
    <message>
        <source>历次策略</source>
        <translation>Past policies</translation>
    </message>
    <message>
        <source>每次设定都留着：何时、由谁、指纹。</source>
        <translation>Each one that was set is kept: when, by whom, its fingerprint.</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>第 {0} 版，{1} 设定于 {2}</source>
        <translation>Revision {0}, set by {1} on {2}</translation>
    </message>
    <message>
        <source>与设定时不同，不能用</source>
        <translation>not what was set; not usable</translation>
    </message>
    <message>
        <source>可发往外部：{0}</source>
        <translation>May go outside: {0}</translation>
    </message>
    <message>
        <source>没有发往外部的</source>
        <translation>Nothing may go outside</translation>
    </message>
    <message>
        <source>指纹 {0}…</source>
        <translation>fingerprint {0}…</translation>
    </message>
</context>
<context>
    <name>HoldingsSection</name>
    <message>
        <source>数据</source>
        <translation>Data</translation>
    </message>
    <message>
        <source>病历只在这台电脑上，整个文件加密</source>
        <translation>Records are on this computer only; the whole file is encrypted</translation>
    </message>
    <message>
        <source>数据文件</source>
        <translation>File</translation>
    </message>
    <message>
        <source>大小</source>
        <translation>Size</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patients</translation>
    </message>
    <message>
        <source>就诊</source>
        <translation>Visits</translation>
    </message>
    <message>
        <source>未写完的草稿</source>
        <translation>Unfinished drafts</translation>
    </message>
    <message>
        <source>文件格式</source>
        <translation>File format</translation>
    </message>
    <message>
        <source>打开文件夹</source>
        <translation>Open folder</translation>
    </message>
    <message>
        <source>打开着的数据文件请不要移动、改名或复制：先退出程序，再连同 keys.json 一起复制。</source>
        <translation>Do not move, rename or copy the file while it is open: quit first, then copy it together with keys.json.</translation>
    </message>
    <message numerus="yes">
        <source>{0} 位</source>
        <translation>
            <numerusform>{0} patient</numerusform>
            <numerusform>{0} patients</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} 次</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0} 份</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>第 {0} 版</source>
        <translation>revision {0}</translation>
    </message>
</context>
<context>
    <name>HostsCard</name>
    <message>
        <source>例如 his.example.cn、*.example.cn、10.1.0.0/16</source>
        <translation>Such as his.example.cn, *.example.cn, 10.1.0.0/16</translation>
    </message>
    <message>
        <source>加入</source>
        <translation>Add</translation>
    </message>
    <message>
        <source>加入允许连接的主机</source>
        <translation>Add a host that packs may reach</translation>
    </message>
    <message>
        <source>“{0}”不能这样写，什么也没有加入。</source>
        <translation>“{0}” cannot be written like this; nothing was added.</translation>
    </message>
    <message>
        <source>可以写：主机名 his.example.cn；*.example.cn，即它下面的各主机；IPv4 地址 10.1.2.3；网段 10.1.0.0/16。不写 https://、端口和路径。</source>
        <translation>Write a host, his.example.cn; *.example.cn for the hosts below it; an IPv4 address, 10.1.2.3; or a range, 10.1.0.0/16. No https://, port or path.</translation>
    </message>
    <message>
        <source>“{0}”已经在里面了。</source>
        <translation>“{0}” is listed already.</translation>
    </message>
    <message>
        <source>不再允许 {0}</source>
        <translation>Stop allowing {0}</translation>
    </message>
    <message>
        <source>现有的领域包都没有声明它</source>
        <translation>No pack here declares it</translation>
    </message>
    <message>
        <source>声明它的包：{0}</source>
        <translation>Declared by: {0}</translation>
    </message>
    <message>
        <source>已保存，立即生效</source>
        <translation>Saved, in effect at once</translation>
    </message>
    <message>
        <source>领域包只连得到自己声明、也列在这里的主机；一个也不列，什么也不发出。每次请求都记在“账本”里。</source>
        <translation>A pack reaches only hosts it declares that are also listed here; with none listed nothing leaves. Each request has its row in the Ledger.</translation>
    </message>
</context>
<context>
    <name>InstallSheet</name>
    <message>
        <source>安装领域包</source>
        <translation>Install a pack</translation>
    </message>
    <message>
        <source>从本机或 U 盘上的文件安装，程序不从网上取。安装不等于信任：它的代码不会运行。</source>
        <translation>From a file on this machine or a stick; this program fetches nothing. Installing is not trusting: its code does not run.</translation>
    </message>
    <message>
        <source>文件</source>
        <translation>File</translation>
    </message>
    <message>
        <source>.zip 或 .tar.gz</source>
        <translation>.zip or .tar.gz</translation>
    </message>
    <message>
        <source>选文件…</source>
        <translation>Choose…</translation>
    </message>
    <message>
        <source>64 位十六进制数字</source>
        <translation>64 hexadecimal digits</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>查看内容</source>
        <translation>Look inside</translation>
    </message>
    <message>
        <source>文件与 SHA-256 相符，里面是“{0}”{1}。</source>
        <translation>The file is the one of this SHA-256. It holds “{0}” {1}.</translation>
    </message>
    <message>
        <source>它会代替现有的 {0}。</source>
        <translation>It will take the place of {0}.</translation>
    </message>
    <message>
        <source>现有的信任随之失效。</source>
        <translation>The trust in that one ends with it.</translation>
    </message>
    <message>
        <source>安装</source>
        <translation>Install</translation>
    </message>
    <message>
        <source>已安装“{0}”{1}，还没有信任：它的内容和代码都不使用。若信任它：</source>
        <translation>“{0}” {1} is installed and not trusted yet: neither its content nor its code is used. If you trust it:</translation>
    </message>
    <message>
        <source>以后再说</source>
        <translation>Later</translation>
    </message>
    <message>
        <source>去信任…</source>
        <translation>Go on to trust…</translation>
    </message>
    <message>
        <source>已安装“{0}”{1}，还没有信任。</source>
        <translation>“{0}” {1} is installed and not trusted yet.</translation>
    </message>
    <message>
        <source>领域包文件</source>
        <translation>The file of a pack</translation>
    </message>
    <message>
        <source>领域包</source>
        <translation>Packs</translation>
    </message>
    <message>
        <source>所有文件</source>
        <translation>All files</translation>
    </message>
    <message>
        <source>请向提供者另外要，比如电话或纸上；不要用与文件放在一起的那份，换掉文件的人也能换掉它。</source>
        <translation>Get it from the provider by another way, such as by phone or on paper, not from beside the file: whoever changed the file could change it too.</translation>
    </message>
</context>
<context>
    <name>IntakePage</name>
    <message>
        <source>草稿存于 {0}，已恢复</source>
        <translation>Draft of {0} restored</translation>
    </message>
    <message>
        <source>已保存，还没有签名</source>
        <translation>Saved, not signed yet</translation>
    </message>
    <message>
        <source>已签名定稿</source>
        <translation>Signed</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message numerus="yes">
        <source>账本完整：{0} 行逐行核对，没有改动，没有缺失。</source>
        <translation>
            <numerusform>The ledger is whole: {0} row checked; none is altered, none is missing.</numerusform>
            <numerusform>The ledger is whole: {0} rows checked one by one; none is altered, none is missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>以往打开时发现并已记入的问题 {0} 处，列在下面。</source>
        <translation>
            <numerusform> {0} thing found and noted at an earlier opening is listed below.</numerusform>
            <numerusform> {0} things found and noted at earlier openings are listed below.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>账本有缺：核对了 {0} 行，发现 {1} 处问题。现有病历可以照常读写。</source>
        <translation>
            <numerusform>The ledger is not whole. Rows checked: {0}; {1} problem found. Records can be read and written as usual.</numerusform>
            <numerusform>The ledger is not whole. Rows checked: {0}; {1} problems found. Records can be read and written as usual.</numerusform>
        </translation>
    </message>
    <message>
        <source>核验已停止，没有结论。</source>
        <translation>Verifying was stopped; there is no result.</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>换密钥…</source>
        <translation>Replace key…</translation>
    </message>
    <message>
        <source>填密钥…</source>
        <translation>Enter key…</translation>
    </message>
    <message>
        <source>填密钥：{0}</source>
        <translation>Enter key: {0}</translation>
    </message>
    <message>
        <source>移除…</source>
        <translation>Remove…</translation>
    </message>
    <message>
        <source>移除密钥：{0}</source>
        <translation>Remove key: {0}</translation>
    </message>
    <message>
        <source>先用变量里的；密钥环里另有一把</source>
        <translation>The variable&apos;s comes first; the keyring has another</translation>
    </message>
    <message>
        <source>只发往 {0}</source>
        <translation>Sent to {0} alone</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
</context>
<context>
    <name>KeyringCard</name>
    <message>
        <source>系统密钥环</source>
        <translation>System keyring</translation>
    </message>
    <message>
        <source>诊所已建好。密钥环让这个系统账户免输口令；没有它，有口令和恢复码就够了。</source>
        <translation>The clinic is set up. A keyring spares this account the passphrase; without one, passphrase and code will do.</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>下一步</source>
        <translation>Next</translation>
    </message>
    <message>
        <source>正在试：写入一个临时条目，读回，再删掉…</source>
        <translation>Trying it: writing a temporary entry, reading it back, deleting it…</translation>
    </message>
    <message>
        <source>系统可能请您解锁密钥环。不等它也可以直接下一步。</source>
        <translation>The system may ask you to unlock the keyring. You need not wait for it.</translation>
    </message>
    <message>
        <source>密钥环可用：写入、读回、删除都对。</source>
        <translation>The keyring works: written, read back and deleted.</translation>
    </message>
    <message>
        <source>密钥环锁着，没有存入任何东西。</source>
        <translation>The keyring is locked. Nothing was put into it.</translation>
    </message>
    <message>
        <source>解锁密钥环的提示被关掉了，没有存入任何东西。</source>
        <translation>The prompt to unlock the keyring was dismissed. Nothing was put into it.</translation>
    </message>
    <message>
        <source>密钥环没有应答，没有存入任何东西。</source>
        <translation>The keyring did not answer. Nothing was put into it.</translation>
    </message>
    <message>
        <source>密钥环没有存住：写进去的读不回来。</source>
        <translation>The keyring keeps nothing: what was written does not read back.</translation>
    </message>
    <message>
        <source>密钥环删不掉写进去的临时条目。</source>
        <translation>The keyring does not delete the temporary entry.</translation>
    </message>
    <message>
        <source>这台电脑上没有可用的系统密钥环。</source>
        <translation>There is no usable keyring on this computer.</translation>
    </message>
    <message>
        <source>在这个系统账户下打开诊所不用输口令。想每次都输，到“设置 › 密钥”停用。</source>
        <translation>Under this account the clinic opens without the passphrase. To be asked every time, turn it off in Settings › Keys.</translation>
    </message>
    <message>
        <source>现在打开诊所仍要口令；要免输，开始后到“设置 › 密钥”启用。</source>
        <translation>The passphrase is still asked for. To be spared it, turn the keyring on in Settings › Keys later.</translation>
    </message>
    <message>
        <source>请先在系统里解锁密钥环，再试一次；或直接下一步，每次打开输口令。</source>
        <translation>Unlock the keyring in the system and try again; or go on and type the passphrase each time.</translation>
    </message>
    <message>
        <source>请再试一次，在提示里输入系统密码；或直接下一步，每次打开输口令。</source>
        <translation>Try again and type the system password at the prompt; or go on and type the passphrase each time.</translation>
    </message>
    <message>
        <source>看看有没有提示被别的窗口挡住，再试一次；或直接下一步，每次打开输口令。</source>
        <translation>Look for a prompt behind another window and try again; or go on and type the passphrase each time.</translation>
    </message>
    <message>
        <source>请不要依赖它，每次打开输口令；病历不受影响。</source>
        <translation>Do not rely on it: type the passphrase each time. Records are not affected.</translation>
    </message>
    <message>
        <source>每次打开输口令即可。以后装好并登录密钥环，可到“设置 › 密钥”启用。</source>
        <translation>Type the passphrase each time. Once a keyring is installed and logged in to, turn it on in Settings › Keys.</translation>
    </message>
</context>
<context>
    <name>KeyringUseSheet</name>
    <message>
        <source>启用系统密钥环</source>
        <translation>Use the keyring</translation>
    </message>
    <message>
        <source>在这台电脑的这个账户下，从此可以不输口令打开病历；口令照旧能用。</source>
        <translation>In this account on this computer the records open without a passphrase from now on; the passphrase still works.</translation>
    </message>
    <message>
        <source>停用系统密钥环</source>
        <translation>Stop using the keyring</translation>
    </message>
    <message>
        <source>存在里面的密钥会取走；从此每次打开都要口令或恢复码。</source>
        <translation>The key in it is taken out; from now on each opening needs a passphrase or the recovery code.</translation>
    </message>
    <message>
        <source>只用系统密钥环</source>
        <translation>Keyring only</translation>
    </message>
    <message>
        <source>口令会取消：谁登录这个账户，谁就能看病历；密钥环丢了，只有恢复码能打开。</source>
        <translation>The passphrase goes: whoever logs in to this account can read the records. If the keyring is lost, only the recovery code opens them.</translation>
    </message>
    <message>
        <source>现在的口令，或恢复码</source>
        <translation>Present passphrase, or the recovery code</translation>
    </message>
</context>
<context>
    <name>KeysCard</name>
    <message>
        <source>数据目录里有旧程序的密钥文件 credentials.json，里面是明文密钥。</source>
        <translation>The data folder has the old program&apos;s key file, credentials.json, with keys in clear.</translation>
    </message>
    <message>
        <source>可一次移入系统密钥环；移完请删去原文件。</source>
        <translation>They can be moved to the system keyring at once; delete the file then.</translation>
    </message>
    <message>
        <source>移入密钥环…</source>
        <translation>Move to keyring…</translation>
    </message>
    <message>
        <source>模型的密钥</source>
        <translation>Keys of models</translation>
    </message>
</context>
<context>
    <name>KeysSection</name>
    <message>
        <source>密钥</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>谁能打开病历；每次改动都要再输入口令</source>
        <translation>Who can open the records; each change asks for the passphrase again</translation>
    </message>
    <message>
        <source>确认恢复码</source>
        <translation>Confirm code</translation>
    </message>
    <message>
        <source>换新的</source>
        <translation>Make a new one</translation>
    </message>
    <message>
        <source>改口令</source>
        <translation>Change</translation>
    </message>
    <message>
        <source>只用密钥环</source>
        <translation>Keyring only</translation>
    </message>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
    <message>
        <source>我的口令</source>
        <translation>My passphrase</translation>
    </message>
    <message>
        <source>系统密钥环</source>
        <translation>System keyring</translation>
    </message>
    <message>
        <source>设口令</source>
        <translation>Set passphrase</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>有口令的人：{0}。</source>
        <translation>With a passphrase: {0}. </translation>
    </message>
    <message>
        <source>换恢复码和改密钥环要由管理员来做。</source>
        <translation>A new code and the keyring are for an admin to change.</translation>
    </message>
    <message>
        <source>做恢复码</source>
        <translation>Make a code</translation>
    </message>
    <message>
        <source>已确认抄下。忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。</source>
        <translation>Confirmed. When the passphrase is forgotten or the computer replaced or stolen, it alone opens the records.</translation>
    </message>
    <message>
        <source>还没有恢复码：忘了口令，病历可能再也打不开。</source>
        <translation>There is none yet: with the passphrase forgotten, the records may stay closed for ever.</translation>
    </message>
    <message>
        <source>还没有确认抄下：忘了口令，病历可能再也打不开。</source>
        <translation>Not confirmed yet: with the passphrase forgotten, the records may stay closed for ever.</translation>
    </message>
    <message>
        <source>启用</source>
        <translation>Use</translation>
    </message>
    <message>
        <source>停用</source>
        <translation>Stop using</translation>
    </message>
    <message>
        <source>更换…</source>
        <translation>Replace…</translation>
    </message>
    <message>
        <source>数据密钥</source>
        <translation>Data key</translation>
    </message>
    <message>
        <source>病历库用它加密。有管理员离开、怀疑有人抄走过文件时更换；此前的备份仍以当时的恢复码打开。</source>
        <translation>The records are encrypted with it. Replace it when an admin leaves or somebody may have copied the files; earlier backups still open by the code of their day.</translation>
    </message>
</context>
<context>
    <name>LanguageCard</name>
    <message>
        <source>语言</source>
        <translation>Language</translation>
    </message>
    <message>
        <source>从现在起屏幕上都用它，以后可在“设置 › 外观”里改。</source>
        <translation>Used everywhere from now on; it can be changed later in Settings › Appearance.</translation>
    </message>
    <message>
        <source>从备份恢复</source>
        <translation>Restore from a backup</translation>
    </message>
    <message>
        <source>新建诊所</source>
        <translation>Set up a clinic</translation>
    </message>
    <message>
        <source>先看演示诊所</source>
        <translation>Look at the demonstration first</translation>
    </message>
    <message>
        <source>中文</source>
        <translation>中文</translation>
    </message>
</context>
<context>
    <name>LastAnswerLine</name>
    <message>
        <source>沿用上次</source>
        <translation>As last time</translation>
    </message>
    <message>
        <source>{0} 沿用上次</source>
        <translation>{0}: as last time</translation>
    </message>
    <message>
        <source>撤销沿用</source>
        <translation>Undo</translation>
    </message>
    <message>
        <source>{0} 撤销沿用</source>
        <translation>{0}: undo as last time</translation>
    </message>
    <message>
        <source>上次 {0} {1}</source>
        <translation>Last {0} {1}</translation>
    </message>
    <message>
        <source>沿用 {0}</source>
        <translation>as on {0}</translation>
    </message>
    <message>
        <source>沿用就诊序号 {0}</source>
        <translation>as at visit {0}</translation>
    </message>
</context>
<context>
    <name>LastTime</name>
    <message>
        <source>上次 {0}</source>
        <translation>Last {0}</translation>
    </message>
</context>
<context>
    <name>LeavingCard</name>
    <message>
        <source>看看会送出什么</source>
        <translation>See what would leave</translation>
    </message>
    <message>
        <source>要看的文字</source>
        <translation>Text to look at</translation>
    </message>
    <message>
        <source>粘贴一段文字，看发往外部模型时会变成什么样。</source>
        <translation>Paste a text to see what becomes of it on its way to an external model.</translation>
    </message>
    <message>
        <source>病历号</source>
        <translation>Record no.</translation>
    </message>
    <message>
        <source>取最近一次病历</source>
        <translation>Take newest visit</translation>
    </message>
    <message>
        <source>请先粘贴一段文字，或取一份病历。</source>
        <translation>Paste a text first, or take a record.</translation>
    </message>
    <message>
        <source>只在这里看，什么也不发出</source>
        <translation>Only looked at here; nothing is sent</translation>
    </message>
    <message>
        <source>文字太长，只看了开头。</source>
        <translation>The text is too long; only its beginning was looked at.</translation>
    </message>
    <message>
        <source>发出的文字（{0} 字节）</source>
        <translation>What would leave ({0} bytes)</translation>
    </message>
    <message>
        <source>，{0} 处</source>
        <translation>, {0} times</translation>
    </message>
    <message>
        <source>{0} → {1}</source>
        <translation>{0} → {1}</translation>
    </message>
    <message>
        <source>{0}，{1}{2}</source>
        <translation>{0}, {1}{2}</translation>
    </message>
    <message>
        <source>没有认出能指认到人的内容。</source>
        <translation>Nothing was found that tells who somebody is.</translation>
    </message>
    <message>
        <source>其余原样发出，包括症状、原话和过敏史。请自己看一遍。</source>
        <translation>The rest leaves as it is: symptoms, the patient&apos;s words, allergies. Please read it.</translation>
    </message>
    <message>
        <source>请填病历号，例如 P001。</source>
        <translation>Fill in a record number, such as P001.</translation>
    </message>
    <message>
        <source>这份病历还没有就诊记录。</source>
        <translation>This record has no visit yet.</translation>
    </message>
</context>
<context>
    <name>LedgerPage</name>
    <message>
        <source>详情</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>链头抄写</source>
        <translation>Copy on paper</translation>
    </message>
    <message>
        <source>导出…</source>
        <translation>Export…</translation>
    </message>
    <message>
        <source>核验</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>清除筛选</source>
        <translation>Clear filters</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>正在读账本</source>
        <translation>Reading the ledger</translation>
    </message>
    <message>
        <source>以现在的身份不能查看账本。请切换为管理员或审计员，或请他们来查。</source>
        <translation>Your present role may not look into the ledger. Switch to admin or auditor, or ask one of them.</translation>
    </message>
    <message>
        <source>以现在的身份，能看自己的记录，和任一位患者“谁看过”。看全部须切换为管理员或审计员。</source>
        <translation>In your present role you see your own rows, and who saw any one patient. For all of it, switch to admin or auditor.</translation>
    </message>
    <message>
        <source>账本里还没有记录。</source>
        <translation>There is nothing in the ledger yet.</translation>
    </message>
    <message>
        <source>没有符合的记录：{0}。</source>
        <translation>No rows fit: {0}.</translation>
    </message>
    <message>
        <source>从 {0}</source>
        <translation>from {0}</translation>
    </message>
    <message>
        <source>到 {0}</source>
        <translation>to {0}</translation>
    </message>
    <message>
        <source>·</source>
        <translation> · </translation>
    </message>
    <message>
        <source>还没有核验过</source>
        <translation>Not verified yet</translation>
    </message>
    <message>
        <source>完整</source>
        <translation>whole</translation>
    </message>
    <message numerus="yes">
        <source>上次核验 {0} {1}：{2} 行，{3}</source>
        <translation>
            <numerusform>Last verified {0} by {1}: {2} row, {3}</numerusform>
            <numerusform>Last verified {0} by {1}: {2} rows, {3}</numerusform>
        </translation>
    </message>
    <message>
        <source>筛选：{0}。</source>
        <translation>Filtered: {0}.</translation>
    </message>
    <message>
        <source>账本</source>
        <translation>Ledger</translation>
    </message>
</context>
<context>
    <name>LeftCard</name>
    <message>
        <source>别的版本留下的</source>
        <translation>Left of other versions</translation>
    </message>
    <message>
        <source>打开目录</source>
        <translation>Open folder</translation>
    </message>
    <message>
        <source>打开程序目录</source>
        <translation>Open the program&apos;s folder</translation>
    </message>
</context>
<context>
    <name>LicenceSheet</name>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>LimitsSheet</name>
    <message>
        <source>“{0}”的长度上限</source>
        <translation>Limits for “{0}”</translation>
    </message>
    <message>
        <source>超过的不发出，也不截短。和策略一起保存后才生效。</source>
        <translation>What is longer is not sent, nor cut. In effect once the policy is saved.</translation>
    </message>
    <message>
        <source>一次最多发出（KB）</source>
        <translation>Sent at most (KB)</translation>
    </message>
    <message>
        <source>一次回答最多（token）</source>
        <translation>Answered at most (tokens)</translation>
    </message>
    <message>
        <source>用这个上限</source>
        <translation>Use these limits</translation>
    </message>
    <message>
        <source>请填 1 到 {0} 之间的整数。</source>
        <translation>Fill in a whole number from 1 to {0}.</translation>
    </message>
</context>
<context>
    <name>LineEdit</name>
    <message>
        <source>清空</source>
        <translation>Clear</translation>
    </message>
</context>
<context>
    <name>LockSection</name>
    <message>
        <source>锁定</source>
        <translation>Lock</translation>
    </message>
    <message>
        <source>离开时没人能看到病历；写好的内容先存好再锁</source>
        <translation>Nobody sees a record while you are away; what is written is saved first</translation>
    </message>
    <message>
        <source>{0} 分钟</source>
        <translation>{0} min</translation>
    </message>
    <message>
        <source>{0} 小时</source>
        <translation>{0} h</translation>
    </message>
    <message>
        <source>任何时候</source>
        <translation>Always</translation>
    </message>
    <message>
        <source>系统锁屏、休眠、换用户、断开远程桌面</source>
        <translation>Screen lock, sleep, another user, remote desktop disconnected</translation>
    </message>
    <message>
        <source>立即锁定；电脑的时间被改动时也锁定</source>
        <translation>Locks at once; also when the computer&apos;s clock is set</translation>
    </message>
    <message>
        <source>始终</source>
        <translation>Always</translation>
    </message>
    <message>
        <source>手动锁定</source>
        <translation>Lock by hand</translation>
    </message>
    <message>
        <source>左侧栏底部的锁，或快捷键</source>
        <translation>The lock at the foot of the rail, or the key</translation>
    </message>
    <message>
        <source>已保存，立即生效</source>
        <translation>Saved; holds from now on</translation>
    </message>
</context>
<context>
    <name>LockSignals</name>
    <message>
        <source>先把写好的内容存好并锁定</source>
        <translation>Saves what is written and locks first</translation>
    </message>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
</context>
<context>
    <name>LookSection</name>
    <message>
        <source>外观</source>
        <translation>Appearance</translation>
    </message>
    <message>
        <source>改了就生效；写到一半的内容先存为草稿</source>
        <translation>Takes effect at once; what is half written is kept as a draft first</translation>
    </message>
    <message>
        <source>主题</source>
        <translation>Theme</translation>
    </message>
    <message>
        <source>跟随系统</source>
        <translation>System</translation>
    </message>
    <message>
        <source>浅</source>
        <translation>Light</translation>
    </message>
    <message>
        <source>深</source>
        <translation>Dark</translation>
    </message>
    <message>
        <source>中文</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>行距</source>
        <translation>Rows</translation>
    </message>
    <message>
        <source>紧凑</source>
        <translation>Dense</translation>
    </message>
    <message>
        <source>舒适</source>
        <translation>Comfortable</translation>
    </message>
    <message>
        <source>记在这台电脑上，Ctrl+Shift+D 随时切换深浅</source>
        <translation>Kept on this computer; Ctrl+Shift+D switches light and dark</translation>
    </message>
    <message>
        <source>界面的语言；病历、症状和表单标题始终是中文</source>
        <translation>Of the window; records, symptoms and form titles are always Chinese</translation>
    </message>
    <message>
        <source>患者表和对比表的行高：紧凑 36，舒适 44</source>
        <translation>Height of rows in tables: dense 36, comfortable 44</translation>
    </message>
    <message>
        <source>动效</source>
        <translation>Motion</translation>
    </message>
    <message>
        <source>系统要求减少动效时，本程序也没有动效</source>
        <translation>None when the system asks for less</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>演示诊所 — 明道诊所</source>
        <translation>Demonstration clinic — MingDao Clinic</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>模型（可选）</source>
        <translation>Models (optional)</translation>
    </message>
    <message>
        <source>没有模型，问诊、对比、回访照常可用。没有您写明的策略，什么也不会离开这台电脑。</source>
        <translation>Intake, comparison and follow-up work without a model. Nothing leaves this computer unless a policy of yours says so.</translation>
    </message>
    <message>
        <source>以后再说</source>
        <translation>Later</translation>
    </message>
    <message>
        <source>随时可到“设置 › 模型”添加。</source>
        <translation>One can be added in Settings › Models at any time.</translation>
    </message>
    <message>
        <source>在本机找模型服务器</source>
        <translation>Look for servers on this computer</translation>
    </message>
    <message>
        <source>下一步</source>
        <translation>Next</translation>
    </message>
    <message>
        <source>打开诊所后就找，只问本机常用端口有哪些模型。</source>
        <translation>Looks once the clinic is open, and only at the usual ports of this computer.</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>服务器</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>地址</source>
        <translation>Address</translation>
    </message>
    <message>
        <source>模型名</source>
        <translation>Name of the model</translation>
    </message>
    <message>
        <source>与服务器上的写法相同，例如 qwen3:8b</source>
        <translation>as its server writes it, such as qwen3:8b</translation>
    </message>
    <message>
        <source>来源名</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>小写英文，例如 ollama</source>
        <translation>lower case, such as ollama</translation>
    </message>
    <message>
        <source>这个地址通到别处（隧道、转发）：按外部对待</source>
        <translation>This address leads elsewhere (tunnel, proxy): take it as external</translation>
    </message>
    <message>
        <source>更多</source>
        <translation>More</translation>
    </message>
    <message>
        <source>上下文（token）</source>
        <translation>Context (tokens)</translation>
    </message>
    <message>
        <source>不知道就空着</source>
        <translation>empty if not known</translation>
    </message>
    <message>
        <source>一次回答最多（token）</source>
        <translation>Answered at most (tokens)</translation>
    </message>
    <message>
        <source>思考强度 {0}</source>
        <translation>Effort {0}</translation>
    </message>
    <message>
        <source>接受 thinking 参数（可关闭思考）</source>
        <translation>Takes the parameter thinking (it can be turned off)</translation>
    </message>
    <message>
        <source>密钥变量</source>
        <translation>Variable with the key</translation>
    </message>
    <message>
        <source>空着即用系统密钥环</source>
        <translation>empty for the system keyring</translation>
    </message>
    <message>
        <source>去掉</source>
        <translation>Take away</translation>
    </message>
    <message>
        <source>“{0}”不是 PEM 证书文件，没有采用。</source>
        <translation>“{0}” is no PEM certificate; it is not used.</translation>
    </message>
    <message>
        <source>同一来源的模型共用一把密钥。</source>
        <translation>Models of one source share a key.</translation>
    </message>
    <message>
        <source>思考强度</source>
        <translation>Effort</translation>
    </message>
    <message>
        <source>边界由地址判定：本机地址是本机，其余（连同内网服务器）都是外部。</source>
        <translation>The boundary follows from the address: this machine&apos;s is on it; all others, your own network&apos;s too, are external.</translation>
    </message>
    <message>
        <source>地址是本机的：交给它的内容不离开这台电脑。</source>
        <translation>The address is this machine&apos;s: what it is given does not leave it.</translation>
    </message>
    <message>
        <source>按外部对待：去标识化以后才会发出，由策略决定。</source>
        <translation>Taken as external: texts go without who somebody is, as the policy decides.</translation>
    </message>
    <message>
        <source>地址不在本机，或这类服务器会转发：内容会离开这台电脑，去标识化以后才会发出，由策略决定。</source>
        <translation>Not on this machine, or a kind of server that passes on: texts leave it, without who somebody is, as the policy decides.</translation>
    </message>
    <message>
        <source>换证书文件…</source>
        <translation>Another certificate…</translation>
    </message>
    <message>
        <source>选证书文件…</source>
        <translation>Choose a certificate…</translation>
    </message>
    <message>
        <source>只信任这张证书，不信任系统的。</source>
        <translation>This certificate alone is trusted, not the system&apos;s.</translation>
    </message>
    <message>
        <source>内网服务器用自己签的证书时才需要（PEM 文件）。</source>
        <translation>Only for a server of your own network with a certificate it signed itself (PEM).</translation>
    </message>
    <message>
        <source>证书文件</source>
        <translation>Certificate file</translation>
    </message>
    <message>
        <source>证书</source>
        <translation>Certificate</translation>
    </message>
    <message>
        <source>所有文件</source>
        <translation>All files</translation>
    </message>
    <message>
        <source>要求报用量（stream_options）</source>
        <translation>Ask for its usage (stream_options)</translation>
    </message>
    <message>
        <source>个别服务器不认这一项而拒绝调用，那时取消；没有用量，费用按最多可能的算。</source>
        <translation>A few servers do not know this and refuse the call; clear it for those. Without usage, costs count at the most they can be.</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>再测</source>
        <translation>Test again</translation>
    </message>
    <message>
        <source>测试</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>测试：{0}</source>
        <translation>Test: {0}</translation>
    </message>
    <message>
        <source>详情</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>详情：{0}</source>
        <translation>Details: {0}</translation>
    </message>
    <message>
        <source>已不可用</source>
        <translation>Not usable any more</translation>
    </message>
    <message>
        <source>默认</source>
        <translation>default</translation>
    </message>
    <message>
        <source>设为默认</source>
        <translation>Make default</translation>
    </message>
    <message>
        <source>填密钥…</source>
        <translation>Enter key…</translation>
    </message>
    <message>
        <source>更改…</source>
        <translation>Change…</translation>
    </message>
    <message>
        <source>移除…</source>
        <translation>Remove…</translation>
    </message>
    <message>
        <source>地址</source>
        <translation>Address</translation>
    </message>
    <message>
        <source>种类</source>
        <translation>Kind</translation>
    </message>
    <message>
        <source>又名</source>
        <translation>Also</translation>
    </message>
    <message>
        <source>上下文 {0}</source>
        <translation>context {0}</translation>
    </message>
    <message>
        <source>回答最多 {0}</source>
        <translation>answers up to {0}</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>没有登记</source>
        <translation>not registered</translation>
    </message>
    <message>
        <source>思考强度</source>
        <translation>Effort</translation>
    </message>
    <message>
        <source>证书</source>
        <translation>Certificate</translation>
    </message>
    <message>
        <source>只信任登记的那一张</source>
        <translation>the registered one alone is trusted</translation>
    </message>
    <message>
        <source>登记</source>
        <translation>Registered</translation>
    </message>
    <message>
        <source>{0}，{1}</source>
        <translation>{0}, {1}</translation>
    </message>
</context>
<context>
    <name>ModelWatch</name>
    <message>
        <source>去设置</source>
        <translation>Open settings</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>还没有测</source>
        <translation>Not tested yet</translation>
    </message>
    <message>
        <source>测试已停止</source>
        <translation>Test was stopped</translation>
    </message>
    <message>
        <source>通过</source>
        <translation>Passed</translation>
    </message>
    <message>
        <source>密钥被拒绝（401）</source>
        <translation>Key refused (401)</translation>
    </message>
    <message>
        <source>没有密钥</source>
        <translation>No key</translation>
    </message>
    <message>
        <source>余额不足（402）</source>
        <translation>No credit left (402)</translation>
    </message>
    <message>
        <source>连不上</source>
        <translation>Not reached</translation>
    </message>
    <message>
        <source>没有通过：{0}</source>
        <translation>Failed: {0}</translation>
    </message>
    <message>
        <source>不需要密钥</source>
        <translation>No key needed</translation>
    </message>
    <message>
        <source>还没有密钥</source>
        <translation>No key yet</translation>
    </message>
    <message>
        <source>密钥是为另一个地址录入的</source>
        <translation>Key is for another address</translation>
    </message>
    <message>
        <source>系统密钥环未解锁</source>
        <translation>Keyring is locked</translation>
    </message>
    <message>
        <source>没有可用的系统密钥环</source>
        <translation>No system keyring</translation>
    </message>
    <message>
        <source>密钥读不出来</source>
        <translation>Key cannot be read</translation>
    </message>
    <message>
        <source>其他（兼容 OpenAI 接口）</source>
        <translation>Other (speaks as OpenAI&apos;s)</translation>
    </message>
    <message>
        <source>阿里云百炼</source>
        <translation>Alibaba Bailian</translation>
    </message>
    <message>
        <source>智谱</source>
        <translation>Zhipu</translation>
    </message>
    <message>
        <source>月之暗面</source>
        <translation>Moonshot</translation>
    </message>
    <message>
        <source>不交给任何模型</source>
        <translation>no model</translation>
    </message>
    <message>
        <source>不交给模型</source>
        <translation>no model</translation>
    </message>
    <message>
        <source>不外发</source>
        <translation>Stays here</translation>
    </message>
    <message>
        <source>不含患者信息</source>
        <translation>Nothing about patients</translation>
    </message>
    <message>
        <source>去标识化后发出</source>
        <translation>De-identified first</translation>
    </message>
    <message>
        <source>{0}·{1} token</source>
        <translation>{0} · {1} tokens</translation>
    </message>
</context>
<context>
    <name>ModelsCard</name>
    <message>
        <source>模型</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>来源</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>边界</source>
        <translation>Boundary</translation>
    </message>
    <message>
        <source>密钥</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>测试</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>测于</source>
        <translation>At</translation>
    </message>
    <message>
        <source>程序自带、还没有密钥的模型（{0}）</source>
        <translation>Models that ship, without a key yet ({0})</translation>
    </message>
</context>
<context>
    <name>ModelsSection</name>
    <message>
        <source>模型</source>
        <translation>Models</translation>
    </message>
    <message>
        <source>没有模型，问诊、对比、回访照常可用</source>
        <translation>Without a model, intake, comparison and follow-up work as ever</translation>
    </message>
    <message>
        <source>在本机找…</source>
        <translation>Find local…</translation>
    </message>
    <message>
        <source>添加模型</source>
        <translation>Add model</translation>
    </message>
    <message>
        <source>密钥</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>只存在系统密钥环里，只发往录入时的地址</source>
        <translation>In the system keyring alone; sent to the address they were entered for</translation>
    </message>
    <message>
        <source>预算</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>按当次模型、当时价格估算</source>
        <translation>Estimated by each call&apos;s own model and the price of its time</translation>
    </message>
    <message>
        <source>策略文件</source>
        <translation>Policy file</translation>
    </message>
    <message>
        <source>策略已存到 {0}，可在别的电脑上“由文件设定”。</source>
        <translation>The policy is in {0}; on another machine, “Set from file”.</translation>
    </message>
    <message>
        <source>策略</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>所有文件</source>
        <translation>All files</translation>
    </message>
</context>
<context>
    <name>MomentField</name>
    <message>
        <source>年-月-日</source>
        <translation>year-month-day</translation>
    </message>
    <message>
        <source>时:分</source>
        <translation>hour:minute</translation>
    </message>
    <message>
        <source>年-月-日 时:分</source>
        <translation>year-month-day hour:minute</translation>
    </message>
</context>
<context>
    <name>MoveKeysSheet</name>
    <message>
        <source>移入旧程序的密钥</source>
        <translation>Move the old program&apos;s keys</translation>
    </message>
    <message>
        <source>数据目录里的 credentials.json 存着明文密钥：谁拿到这个文件，谁就能用您的账户。</source>
        <translation>credentials.json in the data folder holds keys in clear: whoever has the file can use your account.</translation>
    </message>
    <message>
        <source>全部移入后删去原文件</source>
        <translation>Delete the file once all of them are moved</translation>
    </message>
    <message>
        <source>移入密钥环</source>
        <translation>Move to keyring</translation>
    </message>
    <message>
        <source>密钥环里已有另一把，没有替换：{0}</source>
        <translation>The keyring has another one, not replaced: {0}</translation>
    </message>
    <message>
        <source>要换成文件里的，请用“换密钥…”。</source>
        <translation>To use the file&apos;s instead, “Replace key…”.</translation>
    </message>
    <message>
        <source>密钥文件没有改动：{0}</source>
        <translation>The key file is as it was: {0}</translation>
    </message>
    <message>
        <source>里面还是明文密钥：核对后请删去它。</source>
        <translation>It still holds keys in clear: check it, then delete it.</translation>
    </message>
    <message>
        <source>好</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>旧程序的密钥已处理。</source>
        <translation>The old program&apos;s keys are dealt with.</translation>
    </message>
</context>
<context>
    <name>NarrativeStrip</name>
    <message>
        <source>从{0}识别，点一下记入</source>
        <translation>Read from {0}; click to record</translation>
    </message>
    <message>
        <source>全部记入</source>
        <translation>Record all</translation>
    </message>
    <message>
        <source>还有 {0} 项</source>
        <translation>{0} more</translation>
    </message>
</context>
<context>
    <name>NewCodeSheet</name>
    <message>
        <source>换新的恢复码</source>
        <translation>A new recovery code</translation>
    </message>
    <message>
        <source>新的做好后，旧的从此打不开病历，也打不开以后做的备份；请把旧的那张销毁。</source>
        <translation>Once it is made, the old one opens neither the records nor later backups; destroy the old page.</translation>
    </message>
    <message>
        <source>做新的恢复码</source>
        <translation>Make a new code</translation>
    </message>
    <message>
        <source>核对</source>
        <translation>Check</translation>
    </message>
    <message>
        <source>不确认，离开</source>
        <translation>Leave unconfirmed</translation>
    </message>
    <message>
        <source>新的恢复码还没有确认，旧的已经打不开。</source>
        <translation>The new code is not confirmed, and the old one opens nothing any more.</translation>
    </message>
    <message>
        <source>离开后它不再显示；没有抄下就要再换一个。再按一次 Esc 离开。</source>
        <translation>It is not shown again; if it was not written down, another has to be made. Press Esc again to leave.</translation>
    </message>
    <message>
        <source>恢复码已换新，还没有确认。</source>
        <translation>There is a new recovery code, not confirmed yet.</translation>
    </message>
    <message>
        <source>已写在纸上，去核对</source>
        <translation>It is on paper: check it</translation>
    </message>
    <message>
        <source>稍后确认</source>
        <translation>Confirm later</translation>
    </message>
    <message>
        <source>新的恢复码已确认抄下，旧的从此打不开病历。</source>
        <translation>The new recovery code is confirmed; the old one opens nothing any more.</translation>
    </message>
    <message>
        <source>现在的口令，或旧的恢复码</source>
        <translation>Present passphrase, or the old recovery code</translation>
    </message>
</context>
<context>
    <name>NewPassphrase</name>
    <message>
        <source>新口令</source>
        <translation>New passphrase</translation>
    </message>
    <message>
        <source>再输入一次新口令</source>
        <translation>New passphrase again</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>两次输入的口令不同。</source>
        <translation>The two passphrases differ.</translation>
    </message>
    <message>
        <source>请再输入一次；可点眼睛查看。</source>
        <translation>Type it again; the eye shows it.</translation>
    </message>
    <message>
        <source>至少 {0} 个字符，可以是几个不相干的词或一句话；不用姓名、生日、电话。</source>
        <translation>At least {0} characters: a few unrelated words or a sentence; no names, birthdays or phone numbers.</translation>
    </message>
</context>
<context>
    <name>NotWhole</name>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>程序文件与打包时不同</source>
        <translation>The program&apos;s files were altered</translation>
    </message>
    <message>
        <source>病历不在程序目录里，没有受影响；程序已经停下，不再打开病历。</source>
        <translation>Records do not lie in the program&apos;s folder and are not affected; the program has stopped and opens none.</translation>
    </message>
    <message>
        <source>退出</source>
        <translation>Quit</translation>
    </message>
    <message>
        <source>复制说明</source>
        <translation>Copy details</translation>
    </message>
    <message>
        <source>已复制，里面没有患者信息。</source>
        <translation>Copied; it says nothing about patients.</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>OfferChip</name>
    <message>
        <source>记入 {0} {1}</source>
        <translation>Record {0} {1}</translation>
    </message>
    <message>
        <source>原文：{0}</source>
        <translation>Text: {0}</translation>
    </message>
    <message>
        <source>点一下记入，Delete 不记</source>
        <translation>Click to record, Delete to leave out</translation>
    </message>
</context>
<context>
    <name>OpenChoiceField</name>
    <message>
        <source>选择或输入</source>
        <translation>Choose or type</translation>
    </message>
</context>
<context>
    <name>OperatorSheet</name>
    <message>
        <source>我确认：此后诊所没有医师</source>
        <translation>I confirm: the clinic has no physician then</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
</context>
<context>
    <name>OperatorsSection</name>
    <message>
        <source>操作者</source>
        <translation>Operators</translation>
    </message>
    <message>
        <source>正在使用</source>
        <translation>signed in</translation>
    </message>
    <message>
        <source>每人用自己的口令；读写和签名都记在本人名下</source>
        <translation>Each has a passphrase of their own; what is read, written and signed is recorded under their name</translation>
    </message>
    <message>
        <source>添加操作者</source>
        <translation>Add operator</translation>
    </message>
    <message>
        <source>需要两个人的事</source>
        <translation>What takes two people</translation>
    </message>
    <message>
        <source>灰色的现在打不开：每个可以做此事的人，都要有另一人可以同意。请先添加操作者。</source>
        <translation>The grey ones cannot be turned on yet: everyone who may do it needs somebody else who may agree. Add operators first.</translation>
    </message>
    <message>
        <source>{0} 起</source>
        <translation>since {0}</translation>
    </message>
    <message>
        <source>已离开：{0} 至 {1}</source>
        <translation>left: {0} to {1}</translation>
    </message>
    <message>
        <source>{0}，正在使用</source>
        <translation>{0}, at work now</translation>
    </message>
    <message>
        <source>改身份</source>
        <translation>Roles</translation>
    </message>
    <message>
        <source>改身份：{0}</source>
        <translation>Roles: {0}</translation>
    </message>
    <message>
        <source>结束</source>
        <translation>End</translation>
    </message>
    <message>
        <source>结束：{0}</source>
        <translation>End: {0}</translation>
    </message>
    <message>
        <source>已保存，立即生效</source>
        <translation>Saved, in effect now</translation>
    </message>
</context>
<context>
    <name>OutlinePanel</name>
    <message>
        <source>大纲</source>
        <translation>Outline</translation>
    </message>
    <message>
        <source>必填 {0} / {1}</source>
        <translation>Required {0} / {1}</translation>
    </message>
</context>
<context>
    <name>OutlineRow</name>
    <message>
        <source>缺 {0}</source>
        <translation>{0} missing</translation>
    </message>
    <message>
        <source>余 {0}</source>
        <translation>{0} left</translation>
    </message>
    <message>
        <source>已填</source>
        <translation>complete</translation>
    </message>
    <message>
        <source>部分已填</source>
        <translation>partly filled</translation>
    </message>
    <message>
        <source>未填</source>
        <translation>Not filled</translation>
    </message>
    <message>
        <source>必填</source>
        <translation>Required</translation>
    </message>
</context>
<context>
    <name>Output</name>
    <message>
        <source>存为 PDF</source>
        <translation>Save as PDF</translation>
    </message>
</context>
<context>
    <name>OverrideSheet</name>
    <message>
        <source>变化</source>
        <translation>Change</translation>
    </message>
    <message>
        <source>标记</source>
        <translation>Marker</translation>
    </message>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>为什么与计算不同，例如：当日漏记</source>
        <translation>Why it differs, e.g. left out that day</translation>
    </message>
    <message>
        <source>变化（四种状态，选一）</source>
        <translation>Change (one of four states)</translation>
    </message>
    <message>
        <source>或标记</source>
        <translation>or a marker</translation>
    </message>
    <message>
        <source>理由（必填）</source>
        <translation>Reason (required)</translation>
    </message>
    <message>
        <source>原判和依据原样留存</source>
        <translation>The computed result and its basis are kept</translation>
    </message>
    <message>
        <source>改判</source>
        <translation>Set</translation>
    </message>
    <message>
        <source>请选一个状态或一个标记</source>
        <translation>Choose one state or one marker</translation>
    </message>
    <message>
        <source>请写理由</source>
        <translation>Give the reason</translation>
    </message>
    <message>
        <source>计算为 {computed}（{rule}）</source>
        <translation>Computed: {computed} ({rule})</translation>
    </message>
    <message>
        <source>{0} 的改判：{1}</source>
        <translation>{0}: choice for {1}</translation>
    </message>
    <message>
        <source>医师改判：{0}·{1}</source>
        <translation>Physician&apos;s choice: {0} · {1}</translation>
    </message>
    <message>
        <source>不改判</source>
        <translation>Leave as computed</translation>
    </message>
</context>
<context>
    <name>PackRow</name>
    <message>
        <source>详情</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>详情：{0}</source>
        <translation>Details: {0}</translation>
    </message>
    <message>
        <source>信任…</source>
        <translation>Trust…</translation>
    </message>
    <message>
        <source>信任：{0}</source>
        <translation>Trust: {0}</translation>
    </message>
    <message>
        <source>校验…</source>
        <translation>Verify…</translation>
    </message>
    <message>
        <source>试验约束…</source>
        <translation>Try constraints…</translation>
    </message>
    <message>
        <source>打开文件夹</source>
        <translation>Open the folder</translation>
    </message>
    <message>
        <source>不再信任…</source>
        <translation>Stop trusting…</translation>
    </message>
    <message>
        <source>目录</source>
        <translation>Folder</translation>
    </message>
    <message>
        <source>信任于</source>
        <translation>Trusted on</translation>
    </message>
    <message>
        <source>指纹</source>
        <translation>Fingerprint</translation>
    </message>
</context>
<context>
    <name>PackWords</name>
    <message>
        <source>打开诊所时的内容仍在用，关闭诊所后停用。</source>
        <translation>What was there when the clinic was opened is in use until it is closed.</translation>
    </message>
    <message>
        <source>表单“{0}”别的包已有，整个包不使用。</source>
        <translation>Another pack has the form “{0}” already, so nothing of this one is used.</translation>
    </message>
    <message>
        <source>有问题</source>
        <translation>Not in order</translation>
    </message>
    <message>
        <source>在用</source>
        <translation>In use</translation>
    </message>
    <message>
        <source>下次打开起用</source>
        <translation>From the next opening</translation>
    </message>
    <message>
        <source>已信任；关闭诊所再打开，就用这一份。</source>
        <translation>Trusted. It is used once the clinic was closed and opened again.</translation>
    </message>
    <message numerus="yes">
        <source>有 {0} 处问题，整个包不使用；请提供者改正。</source>
        <translation>
            <numerusform>There is {0} problem, and nothing of it is used; its provider has to mend it.</numerusform>
            <numerusform>There are {0} problems, and nothing of it is used; its provider has to mend them.</numerusform>
        </translation>
    </message>
    <message>
        <source>被遮住</source>
        <translation>Hidden by another</translation>
    </message>
    <message>
        <source>用的是同名的另一个；这一个不使用。</source>
        <translation>Another of its name is in use; this one is not.</translation>
    </message>
    <message>
        <source>名称不能用</source>
        <translation>Name is kept</translation>
    </message>
    <message>
        <source>这个名称只给随程序的包；整个包不使用。</source>
        <translation>The name is kept for packs of the program; nothing of this one is used.</translation>
    </message>
    <message>
        <source>重名</source>
        <translation>Twice</translation>
    </message>
    <message>
        <source>同一处还有一个同名的在用；这一个不使用。</source>
        <translation>Another of its name in the same place is in use; this one is not.</translation>
    </message>
    <message>
        <source>信任之后有文件改动，信任已失效，现在不使用。</source>
        <translation>A file changed after it was trusted, so the trust has ended and it is not used.</translation>
    </message>
    <message>
        <source>内容有变</source>
        <translation>Changed</translation>
    </message>
    <message>
        <source>信任记录读不出来，外来的包都不使用。</source>
        <translation>The record of trust cannot be read, so no added pack is used.</translation>
    </message>
    <message>
        <source>未信任</source>
        <translation>Not trusted</translation>
    </message>
    <message>
        <source>已在这台电脑上，内容和代码都不使用。</source>
        <translation>It is on this machine, and neither its content nor its code is used.</translation>
    </message>
    <message>
        <source>等</source>
        <translation> and others</translation>
    </message>
    <message numerus="yes">
        <source>{0} 个表单（{1}）</source>
        <translation>
            <numerusform>{0} form ({1})</numerusform>
            <numerusform>{0} forms ({1})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 组词</source>
        <translation>
            <numerusform>{0} group of words</numerusform>
            <numerusform>{0} groups of words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 条约束</source>
        <translation>
            <numerusform>{0} constraint</numerusform>
            <numerusform>{0} constraints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 段提示</source>
        <translation>
            <numerusform>{0} prompt section</numerusform>
            <numerusform>{0} prompt sections</numerusform>
        </translation>
    </message>
    <message>
        <source>工具</source>
        <translation>tools</translation>
    </message>
    <message>
        <source>复诊对比</source>
        <translation>comparison of visits</translation>
    </message>
    <message>
        <source>指定模型服务 {0}</source>
        <translation>the model provider {0}</translation>
    </message>
    <message>
        <source>读写文件：{0}</source>
        <translation>use files: {0}</translation>
    </message>
    <message>
        <source>联网：{0}</source>
        <translation>connect to: {0}</translation>
    </message>
    <message>
        <source>读环境变量：{0}</source>
        <translation>read variables: {0}</translation>
    </message>
    <message>
        <source>提供</source>
        <translation>Brings</translation>
    </message>
    <message>
        <source>什么也不提供</source>
        <translation>Nothing</translation>
    </message>
    <message>
        <source>要求</source>
        <translation>Asks to</translation>
    </message>
    <message>
        <source>不要求文件、网络或环境变量</source>
        <translation>Nothing: no files, no network, no variables</translation>
    </message>
    <message>
        <source>模型费用</source>
        <translation>Model costs</translation>
    </message>
    <message>
        <source>代码</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>说明</source>
        <translation>About</translation>
    </message>
    <message>
        <source>适用</source>
        <translation>Made for</translation>
    </message>
    <message>
        <source>程序内核 {0}</source>
        <translation>kernel {0}</translation>
    </message>
    <message>
        <source>作者与许可</source>
        <translation>By, licence</translation>
    </message>
    <message>
        <source>超出即停</source>
        <translation>no calls beyond it</translation>
    </message>
    <message>
        <source>超出只提醒</source>
        <translation>a warning beyond it</translation>
    </message>
    <message>
        <source>每日最多 {0} 元，{1}</source>
        <translation>¥{0} a day at most, {1}</translation>
    </message>
    <message>
        <source>没有代码</source>
        <translation>None</translation>
    </message>
    <message numerus="yes">
        <source>{0} 个文件，在本程序内运行</source>
        <translation>
            <numerusform>{0} file, runs in this program</numerusform>
            <numerusform>{0} files, run in this program</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}，在单独的进程里运行</source>
        <translation>{0}; runs in a process of its own</translation>
    </message>
    <message>
        <source>开始使用它提供的：{0}。</source>
        <translation>What it brings is used: {0}.</translation>
    </message>
    <message>
        <source>它的代码可以运行，在单独的进程里。</source>
        <translation>Its code may run, in a process of its own.</translation>
    </message>
    <message>
        <source>它可以{0}。</source>
        <translation>It may {0}.</translation>
    </message>
    <message>
        <source>以它的名义调用模型：{0}。</source>
        <translation>Calls of models in its name: {0}.</translation>
    </message>
    <message>
        <source>从下次打开诊所起。此后有一个字节改动，信任即失效。</source>
        <translation>From the next opening of the clinic. One changed byte from then on ends the trust.</translation>
    </message>
    <message>
        <source>这台电脑上：{0}。</source>
        <translation>On this machine: {0}.</translation>
    </message>
    <message>
        <source>只连得到也列在“{0}”里的主机。</source>
        <translation>It reaches only hosts that are also listed under “{0}”.</translation>
    </message>
    <message>
        <source>信任之后内容改动过，改了哪里没有留底：请确认是谁改的，或从原来的文件重装。</source>
        <translation>It was changed after it was trusted; which files were others then was not kept. Make sure who changed it, or install it again from the original file.</translation>
    </message>
    <message numerus="yes">
        <source>信任之后有 {0} 个文件变了：请确认是谁改的，或从原来的文件重装。</source>
        <translation>
            <numerusform>{0} file is another since it was trusted: make sure who changed it, or install it again from the original file.</numerusform>
            <numerusform>{0} files are others since it was trusted: make sure who changed them, or install it again from the original file.</numerusform>
        </translation>
    </message>
    <message>
        <source>新增：{0}</source>
        <translation>Added: {0}</translation>
    </message>
    <message>
        <source>改动：{0}</source>
        <translation>Changed: {0}</translation>
    </message>
    <message>
        <source>删去：{0}</source>
        <translation>Removed: {0}</translation>
    </message>
</context>
<context>
    <name>PacksSection</name>
    <message>
        <source>领域包</source>
        <translation>Packs</translation>
    </message>
    <message>
        <source>表单、词表、约束和工具从这里来；外来的要信任了才使用</source>
        <translation>Where forms, words, constraints and tools come from; added ones are used once trusted</translation>
    </message>
    <message>
        <source>安装…</source>
        <translation>Install…</translation>
    </message>
    <message>
        <source>外来的包怎样隔离</source>
        <translation>How added packs are shut in</translation>
    </message>
    <message numerus="yes">
        <source>有 {0} 件事要看：</source>
        <translation>
            <numerusform>{0} thing to look at:</numerusform>
            <numerusform>{0} things to look at:</numerusform>
        </translation>
    </message>
    <message>
        <source>还没有别的领域包。</source>
        <translation>There are no other packs yet.</translation>
    </message>
    <message>
        <source>要装一个：把提供者给的文件放到 U 盘或本机，按“安装…”，再填对方另外告知的 SHA-256。</source>
        <translation>To add one, put the provider&apos;s file on a stick or this machine, press “Install…”, and enter the SHA-256 you were told by another way.</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>全部操作</source>
        <translation>All actions</translation>
    </message>
    <message>
        <source>查找操作</source>
        <translation>Find action</translation>
    </message>
    <message>
        <source>操作名或拼音首字母</source>
        <translation>Name of an action</translation>
    </message>
    <message>
        <source>操作</source>
        <translation>Actions</translation>
    </message>
    <message>
        <source>执行</source>
        <translation>Run</translation>
    </message>
    <message>
        <source>离开</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>PaperSheet</name>
    <message>
        <source>链头抄写</source>
        <translation>Copy the head on paper</translation>
    </message>
    <message>
        <source>每周抄一行在纸上并签名，纸不随文件改动：日后账本若被整个重写，一对便知。</source>
        <translation>Copy one line a week on paper and sign it. Paper does not change with the file: a ledger that was made anew is found out by it.</translation>
    </message>
    <message>
        <source>现在的链头 {0}</source>
        <translation>The head now: {0}</translation>
    </message>
    <message>
        <source>复制</source>
        <translation>Copy</translation>
    </message>
    <message>
        <source>以前抄的一行</source>
        <translation>A line copied earlier</translation>
    </message>
    <message>
        <source>如 1284 A1B2-C3D4-E5F6-0718</source>
        <translation>such as 1284 A1B2-C3D4-E5F6-0718</translation>
    </message>
    <message>
        <source>核对</source>
        <translation>Check</translation>
    </message>
    <message>
        <source>完成</source>
        <translation>Done</translation>
    </message>
    <message>
        <source>已复制</source>
        <translation>Copied</translation>
    </message>
    <message>
        <source>现在的链头：行号、时间、封印的前十六位</source>
        <translation>The head now: number, time, first sixteen digits of the seal</translation>
    </message>
    <message>
        <source>核对以前抄的一行</source>
        <translation>Check a line copied earlier</translation>
    </message>
</context>
<context>
    <name>PartSwitch</name>
    <message>
        <source>账本的内容</source>
        <translation>Part of the ledger</translation>
    </message>
    <message>
        <source>审计</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>费用</source>
        <translation>Costs</translation>
    </message>
</context>
<context>
    <name>PassphraseByCodeSheet</name>
    <message>
        <source>设口令</source>
        <translation>Set a passphrase</translation>
    </message>
    <message>
        <source>现在没有口令，请用恢复码证明可以设。设好后口令也能打开病历。</source>
        <translation>There is no passphrase now; the recovery code shows that you may set one. It then opens the records too.</translation>
    </message>
</context>
<context>
    <name>PassphraseCard</name>
    <message>
        <source>口令</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>打开诊所时要输入。口令和下一步的恢复码都丢了，病历就再也打不开，谁也恢复不了。</source>
        <translation>Asked for when the clinic opens. If it and the recovery code of the next step are both lost, nobody can ever open the records.</translation>
    </message>
    <message>
        <source>再输入一次口令</source>
        <translation>Passphrase again</translation>
    </message>
    <message>
        <source>下一步</source>
        <translation>Next</translation>
    </message>
    <message>
        <source>正在检查…</source>
        <translation>Checking…</translation>
    </message>
</context>
<context>
    <name>PatientsModel</name>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>年龄</source>
        <translation>Age</translation>
    </message>
    <message>
        <source>病历号</source>
        <translation>Record no.</translation>
    </message>
    <message>
        <source>电话尾号</source>
        <translation>Phone tail</translation>
    </message>
    <message>
        <source>末次就诊</source>
        <translation>Last visit</translation>
    </message>
    <message>
        <source>次数</source>
        <translation>Visits</translation>
    </message>
    <message>
        <source>末次主诉</source>
        <translation>Last complaint</translation>
    </message>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
</context>
<context>
    <name>PatientsPage</name>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>有相近的患者：{0}</source>
        <translation>Similar patients: {0}</translation>
    </message>
</context>
<context>
    <name>People</name>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>姓名・拼音首字母・电话・病历号</source>
        <translation>Name, pinyin, phone, record no.</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>全部</source>
        <translation>All</translation>
    </message>
    <message>
        <source>有草稿</source>
        <translation>With draft</translation>
    </message>
    <message>
        <source>近 {0} 天来过</source>
        <translation>Seen in the last {0} days</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>详情</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>还没有患者。</source>
        <translation>No patients yet.</translation>
    </message>
    <message>
        <source>登记第一位患者</source>
        <translation>Register the first patient</translation>
    </message>
    <message>
        <source>清除筛选</source>
        <translation>Clear filters</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>正在读患者列表</source>
        <translation>Reading the list of patients</translation>
    </message>
    <message numerus="yes">
        <source>{0} 位</source>
        <translation>
            <numerusform>{0} patient</numerusform>
            <numerusform>{0} patients</numerusform>
        </translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>没有找到符合的患者：{0}。</source>
        <translation>No patient fits: {0}.</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patients</translation>
    </message>
</context>
<context>
    <name>PersonForm</name>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>出生</source>
        <translation>Birth</translation>
    </message>
    <message>
        <source>1985-03-02、1985，或 35岁</source>
        <translation>1985-03-02, 1985, or 35岁</translation>
    </message>
    <message>
        <source>电话</source>
        <translation>Phone</translation>
    </message>
    <message>
        <source>身份证号</source>
        <translation>ID card</translation>
    </message>
    <message>
        <source>清除已录的号码</source>
        <translation>Clear the number on file</translation>
    </message>
    <message>
        <source>已录 {0}，不填则不改</source>
        <translation>{0} on file; empty leaves it</translation>
    </message>
    <message>
        <source>保留已录的号码</source>
        <translation>Keep the number on file</translation>
    </message>
</context>
<context>
    <name>PersonSheet</name>
    <message>
        <source>只存在本机，加密保存</source>
        <translation>Kept on this computer only, encrypted</translation>
    </message>
</context>
<context>
    <name>Picker</name>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
    <message>
        <source>还没有就诊</source>
        <translation>No visits yet</translation>
    </message>
    <message>
        <source>确认此患者</source>
        <translation>Confirm this patient</translation>
    </message>
    <message>
        <source>都不是，新建患者…</source>
        <translation>None of them: new patient…</translation>
    </message>
    <message>
        <source>姓名、性别、出生日期全同时须写理由</source>
        <translation>Same name, sex and birth need a reason</translation>
    </message>
    <message>
        <source>还没有选定</source>
        <translation>None chosen yet</translation>
    </message>
    <message>
        <source>已选 {0} {1}</source>
        <translation>Chosen: {0} {1}</translation>
    </message>
    <message numerus="yes">
        <source>另有 {0} 位音近</source>
        <translation>
            <numerusform>{0} more sounds alike</numerusform>
            <numerusform>{0} more sound alike</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>另有 {0} 位相近</source>
        <translation>
            <numerusform>{0} more is similar</numerusform>
            <numerusform>{0} more are similar</numerusform>
        </translation>
    </message>
    <message>
        <source>病历号 {0}</source>
        <translation>Record no. {0}</translation>
    </message>
    <message>
        <source>电话尾号</source>
        <translation>Phone tail</translation>
    </message>
    <message>
        <source>建档 {0}</source>
        <translation>registered {0}</translation>
    </message>
    <message>
        <source>没有主诉</source>
        <translation>No chief complaint</translation>
    </message>
    <message>
        <source>选择</source>
        <translation>Choose</translation>
    </message>
    <message>
        <source>确认</source>
        <translation>Confirm</translation>
    </message>
    <message>
        <source>离开，不改动</source>
        <translation>Leave, nothing changes</translation>
    </message>
    <message>
        <source>1 位患者可能是“{0}”</source>
        <translation>1 patient may be “{0}”</translation>
    </message>
    <message>
        <source>请核对出生日期和电话，选定一位后才能书写。没有默认选中。</source>
        <translation>Check birth and phone; writing begins once one is chosen. None is preselected.</translation>
    </message>
    <message>
        <source>没有默认选中。</source>
        <translation>None is preselected.</translation>
    </message>
</context>
<context>
    <name>PolicyCard</name>
    <message>
        <source>放弃</source>
        <translation>Discard</translation>
    </message>
    <message>
        <source>保存策略…</source>
        <translation>Save policy…</translation>
    </message>
    <message>
        <source>什么可以交给模型</source>
        <translation>What may be given to models</translation>
    </message>
    <message>
        <source>按用途逐项定；没有列出的，什么也不发</source>
        <translation>Decided for each purpose; what is not listed is not sent</translation>
    </message>
    <message>
        <source>还没有策略：什么也不会交给模型，本机的也不行。</source>
        <translation>There is no policy yet: nothing is given to any model, not even on this machine.</translation>
    </message>
    <message>
        <source>问诊、对比、回访照常可用。先设“只限本机”，内容不离开这台电脑；以后再逐项放开。</source>
        <translation>Intake, comparison and follow-up work as ever. Begin with “this machine only”: nothing leaves it; open more later, one by one.</translation>
    </message>
    <message>
        <source>第一份策略：只限本机</source>
        <translation>First policy: this machine only</translation>
    </message>
    <message>
        <source>用途</source>
        <translation>Purpose</translation>
    </message>
    <message>
        <source>本机</source>
        <translation>Local</translation>
    </message>
    <message>
        <source>外部</source>
        <translation>External</translation>
    </message>
    <message>
        <source>外发前</source>
        <translation>Before it leaves</translation>
    </message>
    <message>
        <source>长度上限</source>
        <translation>Limits</translation>
    </message>
    <message>
        <source>历次策略…</source>
        <translation>Past policies…</translation>
    </message>
    <message>
        <source>由文件设定…</source>
        <translation>Set from file…</translation>
    </message>
    <message>
        <source>存成文件…</source>
        <translation>Save to file…</translation>
    </message>
    <message>
        <source>第 {0} 版，{1} 设定于 {2}</source>
        <translation>Revision {0}, set by {1} on {2}</translation>
    </message>
    <message numerus="yes">
        <source>改了 {0} 项，还没保存</source>
        <translation>
            <numerusform>{0} change, not saved yet</numerusform>
            <numerusform>{0} changes, not saved yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PriceHistorySheet</name>
    <message>
        <source>改价记录</source>
        <translation>Past prices</translation>
    </message>
    <message>
        <source>另设过的价格：谁、何时、从何时起。</source>
        <translation>Prices that were set: by whom, when, since when.</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>命中</source>
        <translation>Hit</translation>
    </message>
    <message>
        <source>未命中</source>
        <translation>Miss</translation>
    </message>
    <message>
        <source>输出</source>
        <translation>Output</translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0} 起；{1} 设于 {2}</source>
        <translation>since {0}; set by {1} on {2}</translation>
    </message>
    <message>
        <source>高峰 {0}</source>
        <translation>peak {0}</translation>
    </message>
</context>
<context>
    <name>PriceRow</name>
    <message>
        <source>{0} 另设，{1} 起</source>
        <translation>set by {0}, since {1}</translation>
    </message>
    <message>
        <source>价目 {0}</source>
        <translation>list of {0}</translation>
    </message>
    <message>
        <source>另设…</source>
        <translation>Set…</translation>
    </message>
    <message>
        <source>结束…</source>
        <translation>End…</translation>
    </message>
    <message>
        <source>另设价格：{0}</source>
        <translation>Set a price: {0}</translation>
    </message>
    <message>
        <source>结束另设的价格：{0}</source>
        <translation>End the price that was set: {0}</translation>
    </message>
</context>
<context>
    <name>PriceSheet</name>
    <message>
        <source>另设价格</source>
        <translation>Set a price</translation>
    </message>
    <message>
        <source>元/百万 token。只算之后的调用；谁在何时设的都留着。金额是估算，以服务商的账单为准。</source>
        <translation>Yuan for a million tokens. For calls from then on; who set it and when stays on record. Amounts are estimates; what counts is the provider&apos;s bill.</translation>
    </message>
    <message>
        <source>模型</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>未命中</source>
        <translation>Miss</translation>
    </message>
    <message>
        <source>按价目</source>
        <translation>as listed</translation>
    </message>
    <message>
        <source>输出</source>
        <translation>Output</translation>
    </message>
    <message>
        <source>缓存命中</source>
        <translation>Cache hit</translation>
    </message>
    <message>
        <source>同未命中</source>
        <translation>as miss</translation>
    </message>
    <message>
        <source>高峰另有价</source>
        <translation>Another price at peak</translation>
    </message>
    <message>
        <source>高峰未命中</source>
        <translation>Peak miss</translation>
    </message>
    <message>
        <source>高峰输出</source>
        <translation>Peak output</translation>
    </message>
    <message>
        <source>高峰命中</source>
        <translation>Peak hit</translation>
    </message>
    <message>
        <source>从何时起</source>
        <translation>Since</translation>
    </message>
    <message>
        <source>空着即现在；例如 2026-12-01T00:00</source>
        <translation>empty is now; such as 2026-12-01T00:00</translation>
    </message>
    <message>
        <source>设价</source>
        <translation>Set price</translation>
    </message>
    <message>
        <source>“{0}”的价格已另设，{1} 起。</source>
        <translation>The price of “{0}” is set, since {1}.</translation>
    </message>
</context>
<context>
    <name>PricesCard</name>
    <message>
        <source>改价记录…</source>
        <translation>Past prices…</translation>
    </message>
    <message>
        <source>另设价格…</source>
        <translation>Set a price…</translation>
    </message>
    <message>
        <source>价格</source>
        <translation>Prices</translation>
    </message>
    <message>
        <source>元/百万 token；只影响之后的调用，记过的账不变</source>
        <translation>Yuan for a million tokens; for calls from now on, what was booked stays</translation>
    </message>
    <message>
        <source>模型</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>时段</source>
        <translation>Hours</translation>
    </message>
    <message>
        <source>命中</source>
        <translation>Hit</translation>
    </message>
    <message>
        <source>未命中</source>
        <translation>Miss</translation>
    </message>
    <message>
        <source>输出</source>
        <translation>Output</translation>
    </message>
    <message>
        <source>依据</source>
        <translation>By</translation>
    </message>
    <message>
        <source>没有价格，费用无法估算、上限管不到：{0}</source>
        <translation>No price; costs cannot be estimated nor limited: {0}</translation>
    </message>
</context>
<context>
    <name>PrintSheet</name>
    <message>
        <source>打印什么</source>
        <translation>What to print</translation>
    </message>
    <message>
        <source>纸张</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>上一页</source>
        <translation>Previous page</translation>
    </message>
    <message>
        <source>下一页</source>
        <translation>Next page</translation>
    </message>
    <message>
        <source>存为 PDF…</source>
        <translation>Save as PDF…</translation>
    </message>
    <message>
        <source>打印…</source>
        <translation>Print…</translation>
    </message>
    <message>
        <source>第 {page} 页，共 {pages} 页</source>
        <translation>Page {page} of {pages}</translation>
    </message>
    <message>
        <source>有 {count} 个字本机没有字形，会印成方框</source>
        <translation>{count} characters have no glyph here and would print as boxes</translation>
    </message>
    <message>
        <source>打印：{0}</source>
        <translation>Print: {0}</translation>
    </message>
    <message>
        <source>只打印已保存的内容</source>
        <translation>Only what is saved is printed</translation>
    </message>
    <message>
        <source>不打印</source>
        <translation>Do not print</translation>
    </message>
    <message>
        <source>这台电脑还没有装打印机。病历没有改动；可以先存为 PDF，装好打印机再来打印。</source>
        <translation>This computer has no printer yet. The record is as it was; save a PDF and print it once there is one.</translation>
    </message>
    <message>
        <source>显示</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>整页</source>
        <translation>Whole page</translation>
    </message>
    <message>
        <source>页宽</source>
        <translation>Page width</translation>
    </message>
    <message>
        <source>PDF 已写好并核对过页数和字数。</source>
        <translation>The PDF is written; its pages and characters were checked.</translation>
    </message>
    <message>
        <source>没有打印成，病历没有改动。</source>
        <translation>Not printed; the record is as it was.</translation>
    </message>
    <message>
        <source>含更正痕迹</source>
        <translation>With what was amended</translation>
    </message>
</context>
<context>
    <name>ProgramCard</name>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>签名</source>
        <translation>Signature</translation>
    </message>
    <message>
        <source>位置</source>
        <translation>Place</translation>
    </message>
    <message>
        <source>适用于</source>
        <translation>For</translation>
    </message>
    <message>
        <source>病历库格式</source>
        <translation>Store format</translation>
    </message>
    <message>
        <source>运行环境</source>
        <translation>Runs on</translation>
    </message>
    <message>
        <source>核对</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>核对这份程序</source>
        <translation>Verify this program</translation>
    </message>
    <message>
        <source>核对进度</source>
        <translation>How far the verification is</translation>
    </message>
    <message>
        <source>逐个文件与构建时的清单和签名对照；少了、改了、多了哪个，都说出名字。</source>
        <translation>Each file is held against the list and the signature it was built with; what is missing, altered or foreign is named.</translation>
    </message>
    <message>
        <source>版本 {0}</source>
        <translation>Version {0}</translation>
    </message>
    <message>
        <source>第 {0} 版</source>
        <translation>Version {0}</translation>
    </message>
    <message>
        <source>无：没有构建清单可核对</source>
        <translation>None: there is no list of a build to verify</translation>
    </message>
    <message>
        <source>从源代码运行，没有安装</source>
        <translation>Run from source, not installed</translation>
    </message>
    <message>
        <source>{0} {1}，glibc {2} 或更新</source>
        <translation>{0} {1}, glibc {2} or newer</translation>
    </message>
    <message>
        <source>签名有效</source>
        <translation>Signature valid</translation>
    </message>
    <message>
        <source>没有签名：自行构建，无法确认来历</source>
        <translation>Not signed: built by somebody; nothing says where it comes from</translation>
    </message>
    <message>
        <source>应有签名而没有</source>
        <translation>Should be signed and is not</translation>
    </message>
    <message>
        <source>带的是别人的签名</source>
        <translation>Signed by somebody else</translation>
    </message>
    <message>
        <source>与清单不符</source>
        <translation>Does not fit its list</translation>
    </message>
    <message>
        <source>{0} · 发布密钥 {1}</source>
        <translation>{0} · release key {1}</translation>
    </message>
    <message>
        <source>正在核对…</source>
        <translation>Verifying…</translation>
    </message>
    <message numerus="yes">
        <source>{0} 个文件都与构建时一致</source>
        <translation>
            <numerusform>{0} file is as it was built</numerusform>
            <numerusform>{0} files are as they were built</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}，签名有效。</source>
        <translation>{0}; signature valid.</translation>
    </message>
    <message>
        <source>{0}；这份程序没有签名。</source>
        <translation>{0}; this program is not signed.</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>停止</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>正在停止…</source>
        <translation>Stopping…</translation>
    </message>
</context>
<context>
    <name>PurposeRow</name>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>未保存</source>
        <translation>unsaved</translation>
    </message>
    <message>
        <source>{0}的长度上限：{1}</source>
        <translation>Limits for {0}: {1}</translation>
    </message>
</context>
<context>
    <name>PutAsideRow</name>
    <message>
        <source>约束 {0}</source>
        <translation>Constraint {0}</translation>
    </message>
    <message>
        <source>第 {0} 号</source>
        <translation>No. {0}</translation>
    </message>
    <message>
        <source>查看原文</source>
        <translation>Read text</translation>
    </message>
    <message>
        <source>查看原文：第 {0} 号，{1}</source>
        <translation>Read text: no. {0}, {1}</translation>
    </message>
</context>
<context>
    <name>PutAsideSection</name>
    <message>
        <source>另存的文字</source>
        <translation>Texts put aside</translation>
    </message>
    <message>
        <source>触及用词约束、没有显示也没有存入病历的原文</source>
        <translation>Originals that a wording rule kept from the screen and from the record</translation>
    </message>
    <message>
        <source>显示更早的</source>
        <translation>Show earlier ones</translation>
    </message>
    <message>
        <source>原文加密存在病历库里，不随病历打印和导出。触及约束和每次查看，都在“账本”里各有一行。</source>
        <translation>The originals are encrypted in the store and are not printed or exported with records. Each constraint that fits and each reading has its row in the Ledger.</translation>
    </message>
    <message>
        <source>还没有另存的文字。</source>
        <translation>Nothing has been put aside.</translation>
    </message>
    <message>
        <source>模型、模板或工具写的文字触及领域包的用词约束时，不显示，也不存入病历；原文放到这里，由医师查看。</source>
        <translation>Where text written by a model, a template or a tool meets a wording rule of a pack, it is neither shown nor saved in a record; the original is kept here for a physician to read.</translation>
    </message>
    <message>
        <source>医师自己写的从不扣下，只在保存时提示。</source>
        <translation>What a physician writes is never held back; it is only mentioned when saved.</translation>
    </message>
</context>
<context>
    <name>PutAsideSheet</name>
    <message>
        <source>另存的文字：第 {0} 号，{1}</source>
        <translation>Text put aside: no. {0}, {1}</translation>
    </message>
    <message>
        <source>这段文字没有显示，也没有存入病历。这次查看已记入审计记录。</source>
        <translation>This text was neither shown nor saved in a record. This reading is in the audit trail.</translation>
    </message>
    <message>
        <source>时间</source>
        <translation>Time</translation>
    </message>
    <message>
        <source>来自</source>
        <translation>From</translation>
    </message>
    <message>
        <source>当时在用</source>
        <translation>At work then</translation>
    </message>
    <message>
        <source>约束</source>
        <translation>Constraints</translation>
    </message>
    <message>
        <source>原文</source>
        <translation>Original text</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>按约束 {0} 现在的写法，没有可标出的字样：它改过，或不在了。</source>
        <translation>By constraint {0} as it stands now there is nothing to mark: it was changed, or is gone.</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>“{0}”{1} 处</source>
        <translation>“{0}” {1} times</translation>
    </message>
    <message>
        <source>标出：{0}</source>
        <translation>Marked: {0}</translation>
    </message>
    <message>
        <source>约束 {0}</source>
        <translation>Constraint {0}</translation>
    </message>
    <message>
        <source>不属于哪位患者</source>
        <translation>About no patient</translation>
    </message>
</context>
<context>
    <name>QuantityField</name>
    <message>
        <source>单位</source>
        <translation>Unit</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>添加</source>
        <translation>Add</translation>
    </message>
    <message>
        <source>添加 {0}</source>
        <translation>Add {0}</translation>
    </message>
    <message>
        <source>必填</source>
        <translation>Required</translation>
    </message>
    <message>
        <source>移除 {0}</source>
        <translation>Remove {0}</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>页面</source>
        <translation>Screens</translation>
    </message>
</context>
<context>
    <name>ReasonChoice</name>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>说明</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>理由（必选）</source>
        <translation>Reason (required)</translation>
    </message>
    <message>
        <source>说明（选“其他”时必填）</source>
        <translation>Note (required for “other”)</translation>
    </message>
    <message>
        <source>请选一个理由</source>
        <translation>Please choose a reason</translation>
    </message>
    <message>
        <source>选“其他”时请写明原因</source>
        <translation>“Other” needs the reason in words</translation>
    </message>
</context>
<context>
    <name>ReasonSheet</name>
    <message>
        <source>查阅 {0} {1} 的病历：请选事由</source>
        <translation>Open the record of {0} {1}: choose a reason</translation>
    </message>
    <message>
        <source>这位患者由其他医师接诊。选好的事由会连同您的姓名和时间记入审计记录。</source>
        <translation>Another physician looks after this patient. The reason is noted in the audit trail with your name and the time.</translation>
    </message>
    <message>
        <source>事由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>不查阅</source>
        <translation>Do not open</translation>
    </message>
    <message>
        <source>查阅</source>
        <translation>Open</translation>
    </message>
    <message>
        <source>本次打开诊所期间不再问</source>
        <translation>Not asked again until the clinic is closed</translation>
    </message>
    <message>
        <source>请先选一个事由。</source>
        <translation>Choose a reason first.</translation>
    </message>
</context>
<context>
    <name>RecordSheet</name>
    <message>
        <source>{0}·{1}·{2}</source>
        <translation>{0} · {1} · {2}</translation>
    </message>
    <message>
        <source>已签名 {0} {1:%Y-%m-%d %H:%M}</source>
        <translation>Signed {0} {1:%Y-%m-%d %H:%M}</translation>
    </message>
    <message>
        <source>未签名</source>
        <translation>Not signed</translation>
    </message>
    <message>
        <source>就诊 {0:%Y-%m-%d %H:%M}·医师 {1}·{2}</source>
        <translation>Visit {0:%Y-%m-%d %H:%M} · physician {1} · {2}</translation>
    </message>
    <message>
        <source>未填</source>
        <translation>Not filled</translation>
    </message>
    <message>
        <source>症状</source>
        <translation>Symptom</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>患者原话</source>
        <translation>Patient&apos;s words</translation>
    </message>
    <message>
        <source>起于·频次·所述</source>
        <translation>Since · frequency · words</translation>
    </message>
    <message>
        <source>所述 {0}</source>
        <translation>said {0}</translation>
    </message>
    <message>
        <source>医师改判</source>
        <translation>Physician&apos;s choice</translation>
    </message>
    <message>
        <source>{0}：原判 {1}，改判 {2}。理由：{3}（{4}）</source>
        <translation>{0}: computed {1}, chosen {2}. Reason: {3} ({4})</translation>
    </message>
    <message>
        <source>前一次就诊</source>
        <translation>Visit before</translation>
    </message>
    <message>
        <source>后一次就诊</source>
        <translation>Visit after</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>对比</source>
        <translation>Compare</translation>
    </message>
    <message>
        <source>签名定稿…</source>
        <translation>Sign…</translation>
    </message>
    <message>
        <source>打印</source>
        <translation>Print</translation>
    </message>
    <message>
        <source>与前一次相比的改动</source>
        <translation>Changes since the visit before</translation>
    </message>
    <message>
        <source>前一次：{0}</source>
        <translation>Before: {0}</translation>
    </message>
    <message>
        <source>这一次：{0}</source>
        <translation>Now: {0}</translation>
    </message>
</context>
<context>
    <name>RecoveryCard</name>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
    <message>
        <source>忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。</source>
        <translation>When the passphrase is forgotten or the computer replaced or stolen, it alone opens the records.</translation>
    </message>
    <message>
        <source>已写在纸上，去核对</source>
        <translation>It is on paper: check it</translation>
    </message>
</context>
<context>
    <name>RegisterSheet</name>
    <message>
        <source>登记新患者</source>
        <translation>Register a patient</translation>
    </message>
    <message>
        <source>姓名与性别必填。病历号由程序给出。</source>
        <translation>Name and sex are required. The program gives the record number.</translation>
    </message>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>为什么不是同一个人</source>
        <translation>Why it is another person</translation>
    </message>
    <message>
        <source>登记</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>不登记</source>
        <translation>Cancel</translation>
    </message>
    <message>
        <source>正在登记…</source>
        <translation>Registering…</translation>
    </message>
    <message>
        <source>确为另一人，登记</source>
        <translation>Another person: register</translation>
    </message>
    <message>
        <source>新患者 {0}</source>
        <translation>new patient {0}</translation>
    </message>
    <message>
        <source>添加模型</source>
        <translation>Add model</translation>
    </message>
    <message>
        <source>本机的服务器、内网的服务器或别家服务商。登记不发出任何内容。</source>
        <translation>A server on this machine, in your network, or of another provider. Registering sends nothing.</translation>
    </message>
    <message>
        <source>更改“{0}”</source>
        <translation>Change “{0}”</translation>
    </message>
    <message>
        <source>改好后立即生效；改之前的调用不变。</source>
        <translation>In effect at once; calls before it stay as they are.</translation>
    </message>
    <message>
        <source>密钥</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>只登记</source>
        <translation>Only register</translation>
    </message>
    <message>
        <source>只保存</source>
        <translation>Only save</translation>
    </message>
    <message>
        <source>登记并测试</source>
        <translation>Register and test</translation>
    </message>
    <message>
        <source>保存并测试</source>
        <translation>Save and test</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>换了地址：原来的密钥不会发往新地址，需要的话请重新填。</source>
        <translation>Another address: the key is not sent to it; enter it again if it needs one.</translation>
    </message>
    <message>
        <source>存入系统密钥环，只发往这个地址；本机服务器多半不需要，空着即可。</source>
        <translation>Kept in the system keyring and sent to this address alone; a server on this machine mostly needs none.</translation>
    </message>
</context>
<context>
    <name>RemoveModelSheet</name>
    <message>
        <source>移除“{0}”？</source>
        <translation>Remove “{0}”?</translation>
    </message>
    <message>
        <source>从此不能再问它；记过的账和账本里的记录都在。密钥留在系统密钥环，另行移除。</source>
        <translation>It can no longer be asked; what was booked and recorded stays. Its key stays in the keyring and is removed there.</translation>
    </message>
    <message>
        <source>移除</source>
        <translation>Remove</translation>
    </message>
</context>
<context>
    <name>RenewCard</name>
    <message>
        <source>设新口令</source>
        <translation>Set a new passphrase</translation>
    </message>
    <message>
        <source>恢复码是对的。请设一个新口令，旧口令从此打不开病历。</source>
        <translation>The code is right. Set a new passphrase; the old one opens nothing any more.</translation>
    </message>
    <message>
        <source>谁的口令</source>
        <translation>Whose passphrase</translation>
    </message>
    <message>
        <source>请选择</source>
        <translation>Choose</translation>
    </message>
    <message>
        <source>正在打开…</source>
        <translation>Opening…</translation>
    </message>
    <message>
        <source>设好并打开</source>
        <translation>Set and open</translation>
    </message>
    <message>
        <source>请选择是谁的口令。</source>
        <translation>Choose whose passphrase it is.</translation>
    </message>
</context>
<context>
    <name>RescueCard</name>
    <message>
        <source>导出还能读出的病历</source>
        <translation>Export what can still be read</translation>
    </message>
    <message>
        <source>一份份读出来，写到另一个目录。损坏的文件只读不写，一个字节也不会改。</source>
        <translation>Record by record, into another folder. The damaged file is only read: not a byte of it changes.</translation>
    </message>
    <message>
        <source>选目录…</source>
        <translation>Choose a folder…</translation>
    </message>
    <message>
        <source>写出的病历没有加密，目录要选在收得好的地方。</source>
        <translation>What is written is not encrypted: choose a folder that is kept safe.</translation>
    </message>
    <message>
        <source>打开诊所的口令</source>
        <translation>Passphrase that opens the clinic</translation>
    </message>
    <message>
        <source>导出进度</source>
        <translation>Progress of the export</translation>
    </message>
    <message>
        <source>不导出，返回</source>
        <translation>Back, export nothing</translation>
    </message>
    <message>
        <source>新的或空的目录</source>
        <translation>A new or empty folder</translation>
    </message>
    <message>
        <source>正在读取病历 {0} / {1}</source>
        <translation>Reading records {0} / {1}</translation>
    </message>
    <message>
        <source>请先选目录。</source>
        <translation>Choose a folder first.</translation>
    </message>
    <message>
        <source>正在导出…</source>
        <translation>Exporting…</translation>
    </message>
    <message>
        <source>导出</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>正在复制损坏的文件…</source>
        <translation>Copying the damaged file…</translation>
    </message>
    <message>
        <source>导出到哪个目录</source>
        <translation>Export to which folder</translation>
    </message>
    <message>
        <source>从备份恢复</source>
        <translation>Restore from a backup</translation>
    </message>
</context>
<context>
    <name>RescuedCard</name>
    <message>
        <source>读不出的</source>
        <translation>Unreadable</translation>
    </message>
    <message>
        <source>接着：收好导出的目录，它没有加密；有备份就从备份恢复，再把导出里较新的就诊补上；没有备份，请把数据目录原样留着，不要新建诊所。</source>
        <translation>Next: keep the exported folder safe, it is not encrypted. With a backup, restore it, then add newer visits from the export. Without one, leave the data folder as it is and set up no new clinic.</translation>
    </message>
    <message>
        <source>从备份恢复</source>
        <translation>Restore from a backup</translation>
    </message>
    <message>
        <source>打开导出的目录</source>
        <translation>Open the exported folder</translation>
    </message>
    <message>
        <source>返回</source>
        <translation>Back</translation>
    </message>
    <message numerus="yes">
        <source>{0} 份中读出 {1} 份</source>
        <translation>
            <numerusform>{1} of {0} record read</numerusform>
            <numerusform>{1} of {0} records read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 次就诊中读出 {1} 次，写在 {2}。</source>
        <translation>
            <numerusform>{1} of {0} visit read, in {2}.</numerusform>
            <numerusform>{1} of {0} visits read, in {2}.</numerusform>
        </translation>
    </message>
    <message>
        <source>病历 {0}</source>
        <translation>Record {0}</translation>
    </message>
</context>
<context>
    <name>RestoreCard</name>
    <message>
        <source>从备份恢复</source>
        <translation>Restore from a backup</translation>
    </message>
    <message>
        <source>选一份备份，看清里面是什么，再决定。现有文件一个不删，另外保存。</source>
        <translation>Choose a backup, see what is in it, then decide. No present file is deleted: they are kept aside.</translation>
    </message>
    <message>
        <source>选备份文件…</source>
        <translation>Choose a backup…</translation>
    </message>
    <message>
        <source>管理员的口令（做备份那天的）</source>
        <translation>Passphrase of an admin, as on the day of the backup</translation>
    </message>
    <message>
        <source>另一位管理员的口令：本诊所要求两人</source>
        <translation>Passphrase of another admin: this clinic asks for two people</translation>
    </message>
    <message>
        <source>恢复进度</source>
        <translation>Progress of the restore</translation>
    </message>
    <message>
        <source>不恢复，返回</source>
        <translation>Back, restore nothing</translation>
    </message>
    <message>
        <source>{0}，{1} 的备份</source>
        <translation>{0}, backed up {1}</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
    <message>
        <source>正在恢复…</source>
        <translation>Restoring…</translation>
    </message>
    <message>
        <source>恢复</source>
        <translation>Restore</translation>
    </message>
    <message>
        <source>备份 (*.{0})</source>
        <translation>Backups (*.{0})</translation>
    </message>
    <message>
        <source>选备份文件</source>
        <translation>Choose a backup</translation>
    </message>
    <message>
        <source>管理员现在的口令</source>
        <translation>The present passphrase of an admin</translation>
    </message>
    <message>
        <source>{0}；审计记录到第 {1} 行。能打开的：{2}。</source>
        <translation>{0}; audit trail to row {1}. Opened by: {2}.</translation>
    </message>
    <message>
        <source>{0} 的备份</source>
        <translation>Backed up {0}</translation>
    </message>
    <message>
        <source>现有文件一个不删，另外保存。</source>
        <translation>No present file is deleted; all are kept aside.</translation>
    </message>
</context>
<context>
    <name>RestoredCard</name>
    <message>
        <source>旧备份暂停清理，直到管理员在设置里确认恢复的内容无误。</source>
        <translation>No old backup is removed until an admin confirms in the settings that what was restored is right.</translation>
    </message>
    <message>
        <source>打开诊所</source>
        <translation>Open the clinic</translation>
    </message>
    <message>
        <source>看另存的文件</source>
        <translation>Show the files kept aside</translation>
    </message>
    <message>
        <source>已恢复</source>
        <translation>Restored</translation>
    </message>
</context>
<context>
    <name>ReviewSheet</name>
    <message>
        <source>保存策略</source>
        <translation>Save policy</translation>
    </message>
    <message>
        <source>先看清楚会变什么。保存后立即对之后的每一次调用生效，并记入审计。</source>
        <translation>See first what changes. Once saved it holds for every call from then on, and stands in the audit trail.</translation>
    </message>
    <message>
        <source>{0}：{1} → {2}</source>
        <translation>{0}: {1} → {2}</translation>
    </message>
    <message>
        <source>从此可以发往外部：{0}</source>
        <translation>May go outside from then on: {0}</translation>
    </message>
    <message>
        <source>与现行的一样，没有变化。</source>
        <translation>The same as what holds now; nothing changes.</translation>
    </message>
    <message>
        <source>第 {0} 版，指纹 {1}…</source>
        <translation>Revision {0}, fingerprint {1}…</translation>
    </message>
</context>
<context>
    <name>RoleBoxes</name>
    <message>
        <source>身份</source>
        <translation>Roles</translation>
    </message>
</context>
<context>
    <name>RoleSheet</name>
    <message>
        <source>切换身份</source>
        <translation>Switch role</translation>
    </message>
    <message>
        <source>换了以后只做该身份的事，写了一半的先存为草稿。</source>
        <translation>From then on only what that role may do is done. What is half written is kept as a draft first.</translation>
    </message>
    <message>
        <source>身份</source>
        <translation>Role</translation>
    </message>
    <message>
        <source>换人操作</source>
        <translation>Switch operator</translation>
    </message>
    <message>
        <source>不换</source>
        <translation>Stay</translation>
    </message>
    <message>
        <source>切换</source>
        <translation>Switch</translation>
    </message>
</context>
<context>
    <name>RolesSheet</name>
    <message>
        <source>改身份：{0}</source>
        <translation>Roles: {0}</translation>
    </message>
    <message>
        <source>选中的就是全部身份，立即生效；口令不变。</source>
        <translation>Those ticked are all their roles, in effect at once. The passphrase stays.</translation>
    </message>
    <message>
        <source>改身份</source>
        <translation>Change</translation>
    </message>
    <message>
        <source>请至少选一个身份。</source>
        <translation>Choose at least one role.</translation>
    </message>
</context>
<context>
    <name>RotationSheet</name>
    <message>
        <source>更换数据密钥</source>
        <translation>Replace the data key</translation>
    </message>
    <message>
        <source>整个病历库用新密钥重写一遍，约每 1 GB 一分钟；其间不能读写。口令、恢复码照旧。</source>
        <translation>All records are written anew under a new key, about a minute per GB; nothing can be read or saved meanwhile. Passphrases and recovery code stay.</translation>
    </message>
    <message>
        <source>现在的口令</source>
        <translation>Present passphrase</translation>
    </message>
    <message>
        <source>另一位管理员的口令：本诊所要求两人</source>
        <translation>Passphrase of another admin: this clinic asks for two people</translation>
    </message>
    <message>
        <source>更换</source>
        <translation>Replace</translation>
    </message>
    <message>
        <source>现在的口令，或恢复码</source>
        <translation>Present passphrase, or the recovery code</translation>
    </message>
</context>
<context>
    <name>RuleOffSheet</name>
    <message>
        <source>关闭这一项要求</source>
        <translation>End this rule</translation>
    </message>
    <message>
        <source>“{0}”关闭以后，一个人就可以做；关闭它本身也要另一人同意，并记入审计。</source>
        <translation>Once “{0}” is off, one person can do it alone. Turning it off takes a second person too, and leaves an audit row.</translation>
    </message>
    <message>
        <source>另一人的口令</source>
        <translation>The other person&apos;s passphrase</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Turn off</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>已关闭，立即生效</source>
        <translation>Off, from now on</translation>
    </message>
    <message>
        <source>您自己的口令</source>
        <translation>Your own passphrase</translation>
    </message>
</context>
<context>
    <name>SaveFoot</name>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>签名定稿…</source>
        <translation>Sign…</translation>
    </message>
    <message>
        <source>缺 {0} 项必填</source>
        <translation>{0} required missing</translation>
    </message>
    <message>
        <source>{0} 项未问，可以保存</source>
        <translation>{0} not asked; can be saved</translation>
    </message>
    <message>
        <source>可以保存</source>
        <translation>Can be saved</translation>
    </message>
</context>
<context>
    <name>SavedCard</name>
    <message>
        <source>已保存的病历</source>
        <translation>Saved record</translation>
    </message>
    <message>
        <source>已签名定稿</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>已保存</source>
        <translation>Saved</translation>
    </message>
    <message>
        <source>对比上次</source>
        <translation>Compare with last</translation>
    </message>
    <message>
        <source>打印病历</source>
        <translation>Print record</translation>
    </message>
    <message>
        <source>签名定稿…</source>
        <translation>Sign…</translation>
    </message>
    <message>
        <source>继续写下一份</source>
        <translation>Write the next</translation>
    </message>
    <message numerus="yes">
        <source>{0} 项的用词有规则提到</source>
        <translation>
            <numerusform>rules mention wording in {0} item</numerusform>
            <numerusform>rules mention wording in {0} items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Secret</name>
    <message>
        <source>隐藏口令</source>
        <translation>Hide passphrase</translation>
    </message>
    <message>
        <source>显示口令</source>
        <translation>Show passphrase</translation>
    </message>
</context>
<context>
    <name>SeenBy</name>
    <message>
        <source>谁看过</source>
        <translation>Who saw it</translation>
    </message>
    <message>
        <source>更早的</source>
        <translation>Earlier</translation>
    </message>
    <message>
        <source>第 {0} 次保存</source>
        <translation>Saved as no. {0}</translation>
    </message>
    <message>
        <source>事由：{0}</source>
        <translation>reason: {0}</translation>
    </message>
    <message>
        <source>·</source>
        <translation> · </translation>
    </message>
    <message>
        <source>{0}（{1}）</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>设置</source>
        <translation>Settings</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>快捷键一览</source>
        <translation>Keyboard shortcuts</translation>
    </message>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>SortHeader</name>
    <message>
        <source>排序</source>
        <translation>Sort</translation>
    </message>
    <message>
        <source>降序</source>
        <translation>, descending</translation>
    </message>
    <message>
        <source>升序</source>
        <translation>, ascending</translation>
    </message>
    <message>
        <source>按{0}{1}</source>
        <translation>by {0}{1}</translation>
    </message>
    <message>
        <source>{0}，{1}</source>
        <translation>{0}, {1}</translation>
    </message>
</context>
<context>
    <name>Standing</name>
    <message>
        <source>查看改动</source>
        <translation>Show changes</translation>
    </message>
    <message>
        <source>更正</source>
        <translation>Amend</translation>
    </message>
    <message>
        <source>作废…</source>
        <translation>Void…</translation>
    </message>
    <message>
        <source>继续更正</source>
        <translation>Go on amending</translation>
    </message>
    <message>
        <source>有一份未完成的更正，草稿存于 {0:%Y-%m-%d %H:%M}</source>
        <translation>An amendment was begun; its draft was saved {0:%Y-%m-%d %H:%M}</translation>
    </message>
    <message>
        <source>{0}；{1}</source>
        <translation>{0}; {1}</translation>
    </message>
</context>
<context>
    <name>StandingBar</name>
    <message>
        <source>查看</source>
        <translation>Show</translation>
    </message>
    <message>
        <source>还没有恢复码：忘了口令，病历可能再也打不开。</source>
        <translation>There is no recovery code: with the passphrase forgotten, the records may stay closed for ever.</translation>
    </message>
    <message>
        <source>做恢复码</source>
        <translation>Make a code</translation>
    </message>
    <message>
        <source>恢复码还没有确认抄下：忘了口令，病历可能再也打不开。</source>
        <translation>The recovery code is not confirmed: with the passphrase forgotten, the records may stay closed for ever.</translation>
    </message>
    <message>
        <source>确认恢复码</source>
        <translation>Confirm the code</translation>
    </message>
    <message>
        <source>没有口令，只靠系统密钥环打开：谁登录这个账户，谁就能看病历。</source>
        <translation>No passphrase, the keyring alone: whoever logs in to this account can read the records.</translation>
    </message>
    <message>
        <source>设口令</source>
        <translation>Set a passphrase</translation>
    </message>
    <message>
        <source>已超过 3 天没有核验过的备份：电脑坏了，这几天的病历就没有了。</source>
        <translation>No verified backup for over 3 days: if the computer breaks, the records of these days are lost.</translation>
    </message>
    <message>
        <source>已超过 14 天没有备份到另一块盘：盘坏或电脑丢失时，病历和备份一起失去。</source>
        <translation>No backup on another disk for over 14 days: records and backups would be lost together with this disk.</translation>
    </message>
    <message>
        <source>去备份</source>
        <translation>Back up</translation>
    </message>
    <message>
        <source>看不到备份的情况：{0}</source>
        <translation>How it stands with backups cannot be told: {0}</translation>
    </message>
</context>
<context>
    <name>StatusCosts</name>
    <message>
        <source>今日的模型费用读不出来，不按 0 计；限额暂时不起作用。可在账本里核验。</source>
        <translation>What models cost today cannot be read; it is not taken for 0, and limits do not hold for now. Verify it in the ledger.</translation>
    </message>
    <message>
        <source>今日费用读不出来</source>
        <translation>Cost of today unreadable</translation>
    </message>
    <message>
        <source>费用不明</source>
        <translation>Cost unknown</translation>
    </message>
    <message numerus="yes">
        <source>出口策略第 {0} 版许可 {1} 种用途。</source>
        <translation>
            <numerusform>Revision {0} of the exit policy allows {1} purpose. </numerusform>
            <numerusform>Revision {0} of the exit policy allows {1} purposes. </numerusform>
        </translation>
    </message>
    <message>
        <source>没有可用的模型：什么也不会交给模型，数据只在这台电脑上</source>
        <translation>No model can be used: nothing is given to any, and all data stays on this computer</translation>
    </message>
    <message>
        <source>离线</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>默认模型 {0} 在这台电脑上。</source>
        <translation>The default model {0} is on this computer. </translation>
    </message>
    <message>
        <source>本机模型</source>
        <translation>On this computer</translation>
    </message>
    <message>
        <source>本机模型·另许外部</source>
        <translation>On this computer, others outside</translation>
    </message>
    <message numerus="yes">
        <source>另有 {0} 种用途的内容可以离开这台电脑。</source>
        <translation>
            <numerusform>Texts of {0} purpose may leave this computer.</numerusform>
            <numerusform>Texts of {0} purposes may leave this computer.</numerusform>
        </translation>
    </message>
    <message>
        <source>外部</source>
        <translation>External</translation>
    </message>
    <message>
        <source>外部·{0}</source>
        <translation>External·{0}</translation>
    </message>
    <message>
        <source>默认模型 {0} 由 {1} 运行，不在这台电脑上。</source>
        <translation>The default model {0} is run by {1}, not on this computer. </translation>
    </message>
    <message>
        <source>默认模型没有得到许可；指名其他模型的内容可以离开这台电脑。</source>
        <translation>The default model is not allowed; texts for other models may leave this computer. </translation>
    </message>
    <message>
        <source>今日 ¥0</source>
        <translation>Today ¥0</translation>
    </message>
    <message>
        <source>没有用过收费的服务</source>
        <translation>Nothing that costs money was used</translation>
    </message>
    <message numerus="yes">
        <source>{0} 次无法估算</source>
        <translation>
            <numerusform>{0} call without estimate</numerusform>
            <numerusform>{0} calls without estimate</numerusform>
        </translation>
    </message>
    <message>
        <source>今日</source>
        <translation>Today</translation>
    </message>
    <message>
        <source>·{0}</source>
        <translation>, {0}</translation>
    </message>
    <message>
        <source>·接近限额</source>
        <translation>, near the limit</translation>
    </message>
    <message>
        <source>·已到限额</source>
        <translation>, limit reached</translation>
    </message>
    <message>
        <source>估算，以官方账单为准</source>
        <translation>Estimated; the official bill counts</translation>
    </message>
    <message>
        <source>缓存命中 {0}</source>
        <translation>Cache hits {0}</translation>
    </message>
    <message>
        <source>今日发出的提示中，有这么多由服务商的缓存命中，按命中价计。</source>
        <translation>So much of what was sent today was in the cache of the provider and is priced as a hit.</translation>
    </message>
    <message>
        <source>{0}价</source>
        <translation>{0} price</translation>
    </message>
    <message>
        <source>{0}后转{1}</source>
        <translation>{1} in {0}</translation>
    </message>
    <message>
        <source>{0}后变价</source>
        <translation>another price in {0}</translation>
    </message>
    <message>
        <source>{0}·节假日未知</source>
        <translation>{0}, holidays unknown</translation>
    </message>
    <message>
        <source>{0}包余 {1}</source>
        <translation>{0}: {1} left</translation>
    </message>
    <message>
        <source>余 {0}</source>
        <translation>{0} left</translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0} 天 {1} 时</source>
        <translation>{0} d {1} h</translation>
    </message>
    <message>
        <source>{0} 时 {1} 分</source>
        <translation>{0} h {1} min</translation>
    </message>
    <message>
        <source>{0} 分</source>
        <translation>{0} min</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>状态栏</source>
        <translation>Status line</translation>
    </message>
    <message>
        <source>账本记录中</source>
        <translation>Ledger recording</translation>
    </message>
    <message>
        <source>没有待存内容</source>
        <translation>Nothing to save</translation>
    </message>
    <message>
        <source>未打开诊所</source>
        <translation>No clinic open</translation>
    </message>
    <message>
        <source>每次读写病历都在加密文件里留痕</source>
        <translation>Each reading and writing of a record leaves its mark in the encrypted file</translation>
    </message>
    <message>
        <source>未保存</source>
        <translation>Not saved</translation>
    </message>
    <message>
        <source>保存失败，正在重试</source>
        <translation>Not saved; trying again</translation>
    </message>
    <message>
        <source>写入失败</source>
        <translation>Not written</translation>
    </message>
    <message>
        <source>最近一次写入：{0}</source>
        <translation>Last written: {0}</translation>
    </message>
    <message>
        <source>上次核验：{0} {1}</source>
        <translation>Last verified: {0} by {1}</translation>
    </message>
    <message>
        <source>账本完好</source>
        <translation>Ledger intact</translation>
    </message>
    <message>
        <source>账本有缺</source>
        <translation>Ledger not whole</translation>
    </message>
    <message>
        <source>还有 {0} 秒锁定</source>
        <translation>Locks in {0} s</translation>
    </message>
    <message>
        <source>已锁定</source>
        <translation>Locked</translation>
    </message>
</context>
<context>
    <name>StepCard</name>
    <message>
        <source>第 {0} 步 / {1}</source>
        <translation>Step {0} of {1}</translation>
    </message>
    <message>
        <source>上一步</source>
        <translation>Back</translation>
    </message>
</context>
<context>
    <name>StruckLabel</name>
    <message>
        <source>原为：{0}；现为：{1}</source>
        <translation>Was: {0}; is: {1}</translation>
    </message>
</context>
<context>
    <name>SureSheet</name>
    <message>
        <source>取消</source>
        <translation>Cancel</translation>
    </message>
</context>
<context>
    <name>SymptomCells</name>
    <message>
        <source>{0} 程度</source>
        <translation>{0}: grade</translation>
    </message>
    <message>
        <source>{0} 数目</source>
        <translation>{0}: count</translation>
    </message>
    <message>
        <source>{0} 单位</source>
        <translation>{0}: unit</translation>
    </message>
    <message>
        <source>单位</source>
        <translation>Unit</translation>
    </message>
    <message>
        <source>{0} 起于</source>
        <translation>{0}: since</translation>
    </message>
    <message>
        <source>起于</source>
        <translation>Since</translation>
    </message>
    <message>
        <source>{0} 频次</source>
        <translation>{0}: frequency</translation>
    </message>
    <message>
        <source>频次</source>
        <translation>Freq.</translation>
    </message>
    <message>
        <source>{0} 患者原话</source>
        <translation>{0}: patient&apos;s words</translation>
    </message>
    <message>
        <source>原话</source>
        <translation>Words</translation>
    </message>
    <message>
        <source>移除 {0}</source>
        <translation>Remove {0}</translation>
    </message>
</context>
<context>
    <name>SymptomRow</name>
    <message>
        <source>记数目 #</source>
        <translation>Count #</translation>
    </message>
    <message>
        <source>又起 R</source>
        <translation>Again R</translation>
    </message>
    <message>
        <source>移除</source>
        <translation>Remove</translation>
    </message>
</context>
<context>
    <name>SymptomTable</name>
    <message>
        <source>上次症状</source>
        <translation>Last time&apos;s symptoms</translation>
    </message>
    <message>
        <source>添加症状</source>
        <translation>Add symptom</translation>
    </message>
    <message>
        <source>对照 {0}，不点即为“未问”</source>
        <translation>Compared with {0}; untouched is “not asked”</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>患者列表</source>
        <translation>Patients</translation>
    </message>
</context>
<context>
    <name>TakeKeySheet</name>
    <message>
        <source>移除“{0}”的密钥？</source>
        <translation>Remove the key of “{0}”?</translation>
    </message>
    <message>
        <source>从系统密钥环取走；服务商那边的密钥还在，要作废请到它的网站。没有密钥就不能再问它的模型。</source>
        <translation>Taken out of the system keyring; the provider still has it, revoke it on its site. Without a key its models cannot be asked.</translation>
    </message>
    <message>
        <source>移除密钥</source>
        <translation>Remove key</translation>
    </message>
</context>
<context>
    <name>TodayPage</name>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>今日就诊</source>
        <translation>Visits today</translation>
    </message>
    <message>
        <source>今天还没有就诊。</source>
        <translation>No visits today yet.</translation>
    </message>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>打开问诊</source>
        <translation>Open intake</translation>
    </message>
    <message>
        <source>最近患者</source>
        <translation>Recent patients</translation>
    </message>
    <message>
        <source>还没有患者。</source>
        <translation>No patients yet.</translation>
    </message>
    <message>
        <source>登记第一位患者</source>
        <translation>Register the first patient</translation>
    </message>
    <message>
        <source>全部患者</source>
        <translation>All patients</translation>
    </message>
    <message>
        <source>需要处理</source>
        <translation>Needs attention</translation>
    </message>
    <message>
        <source>没有要处理的事。</source>
        <translation>Nothing needs attention.</translation>
    </message>
    <message>
        <source>未写完的草稿</source>
        <translation>Unfinished drafts</translation>
    </message>
    <message>
        <source>没有写了一半的病历。</source>
        <translation>No unfinished records.</translation>
    </message>
    <message>
        <source>今日门诊</source>
        <translation>Today in figures</translation>
    </message>
    <message>
        <source>已看</source>
        <translation>Seen</translation>
    </message>
    <message>
        <source>初诊</source>
        <translation>First visits</translation>
    </message>
    <message>
        <source>草稿</source>
        <translation>Drafts</translation>
    </message>
    <message>
        <source>未签</source>
        <translation>Unsigned</translation>
    </message>
    <message>
        <source>未就诊</source>
        <translation>No visit</translation>
    </message>
    <message>
        <source>继续</source>
        <translation>Resume</translation>
    </message>
    <message>
        <source>查看</source>
        <translation>View</translation>
    </message>
    <message>
        <source>已签</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>今日</source>
        <translation>Today</translation>
    </message>
    <message>
        <source>正在读取…</source>
        <translation>Reading…</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>存于 {0}</source>
        <translation>saved {0}</translation>
    </message>
    <message>
        <source>，缺 {0} 项必填</source>
        <translation>, {0} required missing</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>今天有 {0} 份病历未签名</source>
        <translation>Unsigned records of today: {0}</translation>
    </message>
    <message>
        <source>之前有 {0} 份病历未签名</source>
        <translation>Unsigned records of earlier days: {0}</translation>
    </message>
    <message>
        <source>上次核验过的备份：{0}</source>
        <translation>Last verified backup: {0}</translation>
    </message>
</context>
<context>
    <name>TopLine</name>
    <message>
        <source>查找</source>
        <translation>Find</translation>
    </message>
    <message>
        <source>大纲</source>
        <translation>Outline</translation>
    </message>
    <message>
        <source>表单</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>就诊 {0}</source>
        <translation>Visit {0}</translation>
    </message>
    <message>
        <source>{0}，补记</source>
        <translation>{0}, entered later</translation>
    </message>
    <message>
        <source>修改就诊时间</source>
        <translation>Change visit time</translation>
    </message>
    <message>
        <source>医师 {0}</source>
        <translation>Physician {0}</translation>
    </message>
</context>
<context>
    <name>TrailTable</name>
    <message>
        <source>账本</source>
        <translation>Ledger</translation>
    </message>
</context>
<context>
    <name>TrendChart</name>
    <message>
        <source>无</source>
        <translation>No</translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>TrendSheet</name>
    <message>
        <source>{0} 历次变化·{1}</source>
        <translation>{0} over time · {1}</translation>
    </message>
    <message>
        <source>未问的就诊留空，不连线。左右键逐次查看。</source>
        <translation>Visits where it was not asked are gaps. Left and right walk the visits.</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>TrialSheet</name>
    <message>
        <source>试验“{0}”的约束</source>
        <translation>Try the constraints of “{0}”</translation>
    </message>
    <message>
        <source>逐条用该拦的和不该拦的例子去试，病历一概不动。</source>
        <translation>Each is tried with examples it must stop and must let pass. No record is touched.</translation>
    </message>
    <message>
        <source>试验</source>
        <translation>Try</translation>
    </message>
    <message>
        <source>正在试验…</source>
        <translation>Trying…</translation>
    </message>
    <message>
        <source>这个包没有约束。</source>
        <translation>This pack has no constraints.</translation>
    </message>
    <message numerus="yes">
        <source>{0} 条约束不起作用或拦得太多。</source>
        <translation>
            <numerusform>{0} constraint does not work, or stops too much.</numerusform>
            <numerusform>{0} constraints do not work, or stop too much.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} 条约束都起作用。</source>
        <translation>
            <numerusform>The {0} constraint works.</numerusform>
            <numerusform>All {0} constraints work.</numerusform>
        </translation>
    </message>
    <message>
        <source>该拦的拦下 {0}/{1}，该放的放行 {2}/{3}</source>
        <translation>stopped {0} of {1}, let pass {2} of {3}</translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>测试“{0}”</source>
        <translation>Test “{0}”</translation>
    </message>
    <message>
        <source>填密钥…</source>
        <translation>Enter key…</translation>
    </message>
    <message>
        <source>{0}：正在测…</source>
        <translation>{0}: testing…</translation>
    </message>
    <message>
        <source>停止</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>再测</source>
        <translation>Test again</translation>
    </message>
    <message>
        <source>取消</source>
        <translation>Cancel</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>设为默认</source>
        <translation>Make default</translation>
    </message>
</context>
<context>
    <name>TroubleCard</name>
    <message>
        <source>诊所打不开</source>
        <translation>The clinic cannot be opened</translation>
    </message>
    <message>
        <source>复制说明</source>
        <translation>Copy details</translation>
    </message>
    <message>
        <source>病历库不见了</source>
        <translation>The records file is missing</translation>
    </message>
    <message>
        <source>病历库已损坏</source>
        <translation>The records file is damaged</translation>
    </message>
    <message>
        <source>密钥文件不见了</source>
        <translation>The key file is missing</translation>
    </message>
    <message>
        <source>密钥文件已损坏</source>
        <translation>The key file is damaged</translation>
    </message>
    <message>
        <source>需要更新版本的程序</source>
        <translation>A newer version is needed</translation>
    </message>
    <message>
        <source>已复制，里面没有患者信息。</source>
        <translation>Copied; nothing about patients is in it.</translation>
    </message>
    <message>
        <source>密钥文件被改动过</source>
        <translation>The key file was altered</translation>
    </message>
    <message>
        <source>密钥文件太旧</source>
        <translation>The key file is too old</translation>
    </message>
</context>
<context>
    <name>TrustSheet</name>
    <message>
        <source>信任“{0}”{1}</source>
        <translation>Trust “{0}” {1}</translation>
    </message>
    <message>
        <source>只信任您知道来路的包：程序能限制它做什么，不能替您判断它做得对不对。</source>
        <translation>Trust only what you know the origin of: this program limits what a pack does, and cannot tell whether it does it right.</translation>
    </message>
    <message>
        <source>曾信任于</source>
        <translation>Was trusted on</translation>
    </message>
    <message>
        <source>当时指纹</source>
        <translation>Then</translation>
    </message>
    <message>
        <source>现在指纹</source>
        <translation>Now</translation>
    </message>
    <message>
        <source>指纹</source>
        <translation>Fingerprint</translation>
    </message>
    <message>
        <source>信任</source>
        <translation>Trust</translation>
    </message>
    <message>
        <source>已信任“{0}”，从下次打开诊所起使用。</source>
        <translation>“{0}” is trusted, and used from the next opening of the clinic.</translation>
    </message>
</context>
<context>
    <name>TypedBackCard</name>
    <message>
        <source>核对恢复码</source>
        <translation>Check the recovery code</translation>
    </message>
    <message>
        <source>核对并建立诊所</source>
        <translation>Check and set up</translation>
    </message>
    <message>
        <source>正在建立…</source>
        <translation>Setting up…</translation>
    </message>
    <message>
        <source>请看着纸上写的，输入下面三组。对上了，诊所才建立。</source>
        <translation>Type these groups from your paper to set up the clinic.</translation>
    </message>
</context>
<context>
    <name>UnknownNumber</name>
    <message>
        <source>病历号 {0} 不存在</source>
        <translation>There is no record no. {0}</translation>
    </message>
    <message>
        <source>没有打开任何病历，也没有新建。</source>
        <translation>No record was opened or made.</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>按姓名查找“{0}”</source>
        <translation>Find “{0}” by name</translation>
    </message>
    <message>
        <source>按姓名查找</source>
        <translation>Find by name</translation>
    </message>
    <message>
        <source>返回修改</source>
        <translation>Go back</translation>
    </message>
    <message>
        <source>请核对号码。记不清号码时，可以按姓名查找。</source>
        <translation>Check the number. If you are not sure, search by name.</translation>
    </message>
    <message numerus="yes">
        <source>请核对号码。名叫“{0}”或与之相近的有 {1} 位，可以按姓名查找。</source>
        <translation>
            <numerusform>Check the number. {1} patient is called “{0}” or nearly; search by name.</numerusform>
            <numerusform>Check the number. {1} patients are called “{0}” or nearly; search by name.</numerusform>
        </translation>
    </message>
    <message>
        <source>请核对号码。也没有名叫“{0}”的患者。</source>
        <translation>Check the number. Nobody is called “{0}” either.</translation>
    </message>
</context>
<context>
    <name>UnlockCard</name>
    <message>
        <source>病历已加密关闭，屏幕上不留患者信息</source>
        <translation>Records are encrypted; nothing of patients is on screen</translation>
    </message>
    <message>
        <source>已保存的病历和草稿都在</source>
        <translation>Saved records and drafts are all there</translation>
    </message>
    <message>
        <source>解锁后接着工作</source>
        <translation>Unlock to go on working</translation>
    </message>
</context>
<context>
    <name>UnlockForm</name>
    <message>
        <source>口令</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>还在打开。升级后第一次打开要整理数据，病历多时约十几秒，请不要关机。</source>
        <translation>Still opening. The first time after an update the data is put in order, which takes some seconds with many records; do not switch off.</translation>
    </message>
    <message>
        <source>正在打开…</source>
        <translation>Opening…</translation>
    </message>
    <message>
        <source>用恢复码打开</source>
        <translation>Open with the recovery code</translation>
    </message>
    <message>
        <source>再试系统密钥环</source>
        <translation>Try the keyring again</translation>
    </message>
    <message>
        <source>解锁</source>
        <translation>Unlock</translation>
    </message>
    <message>
        <source>口令已连续输错 {0} 次，还要等 {1} 分钟才能再试。</source>
        <translation>Wrong passphrases in a row: {0}. The next try in {1} min.</translation>
    </message>
    <message>
        <source>病历没有改动。等待按开机时间计，改时钟无效；恢复码不用等。</source>
        <translation>The records are unchanged. The wait counts the time this machine is on, not the clock; the recovery code does not wait.</translation>
    </message>
</context>
<context>
    <name>UntrustSheet</name>
    <message>
        <source>不再信任“{0}”</source>
        <translation>Stop trusting “{0}”</translation>
    </message>
    <message>
        <source>它留在这台电脑上，内容和代码不再使用；随时可以重新信任。</source>
        <translation>It stays on this machine, and neither its content nor its code is used. You can trust it again at any time.</translation>
    </message>
    <message>
        <source>已保存的病历照常可读：每份都连同它的表单一起保存。</source>
        <translation>Saved records can be read as before: each was saved with its form.</translation>
    </message>
    <message>
        <source>现在打开着的诊所用到关闭为止。</source>
        <translation>The clinic that is open now uses it until it is closed.</translation>
    </message>
    <message>
        <source>用它的表单还没写完的，请先保存为就诊：以后接不下去。</source>
        <translation>Save drafts in its forms as visits first: they cannot be continued afterwards.</translation>
    </message>
    <message>
        <source>不再信任</source>
        <translation>Stop trusting</translation>
    </message>
    <message>
        <source>不再信任“{0}”。</source>
        <translation>“{0}” is trusted no longer.</translation>
    </message>
</context>
<context>
    <name>UpdateCard</name>
    <message>
        <source>更新</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>先核对签名与内容，再给您看会改变什么；备份核验过才安装。不联网。</source>
        <translation>Signature and contents are verified first, then you see what would change; it is installed behind a verified backup. No network.</translation>
    </message>
    <message>
        <source>打开安装文件…</source>
        <translation>Open an installer…</translation>
    </message>
    <message>
        <source>换回…</source>
        <translation>Go back…</translation>
    </message>
    <message>
        <source>核对进度</source>
        <translation>How far the verification is</translation>
    </message>
    <message>
        <source>从文件更新</source>
        <translation>Update from a file</translation>
    </message>
    <message>
        <source>换回上一个版本</source>
        <translation>Go back to the version before</translation>
    </message>
    <message>
        <source>{0}，能打开现在的病历库。</source>
        <translation>{0}, which opens the store as it is now.</translation>
    </message>
    <message>
        <source>正在查看…</source>
        <translation>Looking…</translation>
    </message>
    <message>
        <source>这里不适用：程序从源代码运行，没有安装，也就没有版本可换。</source>
        <translation>Not for this program: it runs from source and is not installed, so there are no versions to change between.</translation>
    </message>
    <message>
        <source>这里不适用：程序直接从一个文件夹运行。用安装文件安装后，才能在这里更新和换回。</source>
        <translation>Not for this program: it runs straight from a folder. Once it is installed by an installer, it can be updated here.</translation>
    </message>
    <message>
        <source>程序由系统的软件包管理：由管理员安装新的 .deb，诊所的数据不受影响。</source>
        <translation>The system&apos;s package manager has this program in its hands: an administrator installs the new .deb; the clinic&apos;s data is not touched.</translation>
    </message>
    <message>
        <source>打开安装文件</source>
        <translation>Open an installer</translation>
    </message>
    <message>
        <source>明道诊所安装文件 ({0})</source>
        <translation>Installers of MingDao Clinic ({0})</translation>
    </message>
    <message>
        <source>从下一次启动起使用 {0}：请关闭程序，再打开。现在的窗口还是原来的版本。</source>
        <translation>{0} is used from the next start on: please close the program and start it again. This window is still the version it was.</translation>
    </message>
    <message>
        <source>旁边没有可换回的版本。</source>
        <translation>There is no version beside to go back to.</translation>
    </message>
</context>
<context>
    <name>UpdateSheet</name>
    <message>
        <source>更新到 {0}</source>
        <translation>Update to {0}</translation>
    </message>
    <message>
        <source>取消</source>
        <translation>Cancel</translation>
    </message>
    <message>
        <source>备份并安装</source>
        <translation>Back up and install</translation>
    </message>
    <message>
        <source>有效，由本程序认可的发布密钥签发</source>
        <translation>Valid, by the release key this program believes</translation>
    </message>
    <message>
        <source>没有</source>
        <translation>None</translation>
    </message>
    <message>
        <source>从这个文件看不出</source>
        <translation>Cannot be told from this file</translation>
    </message>
    <message>
        <source>不变（第 {0} 版）</source>
        <translation>The same (version {0})</translation>
    </message>
    <message>
        <source>第 {0} 版 → 第 {1} 版</source>
        <translation>Version {0} → version {1}</translation>
    </message>
    <message>
        <source>版本</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>签名</source>
        <translation>Signature</translation>
    </message>
    <message>
        <source>病历库格式</source>
        <translation>Store format</translation>
    </message>
    <message>
        <source>适用于</source>
        <translation>For</translation>
    </message>
    <message>
        <source>先备份诊所并核验；备份不成，就不更新。</source>
        <translation>The clinic is backed up first, and the backup verified; without one there is no update.</translation>
    </message>
    <message>
        <source>在旁边装好、逐个文件核对，再切换。中途停下或断电，仍是现在的程序。</source>
        <translation>It is laid out beside, each file verified, then switched to. Stopped on the way, or after a power cut, the program is the one it is now.</translation>
    </message>
    <message>
        <source>现在的 {0} 留着，可以换回。</source>
        <translation>{0} is kept; you can go back to it.</translation>
    </message>
    <message>
        <source>{0} 第一次打开诊所时会改写病历库，之后 {1} 打不开它；要回去，只能用更新之前的备份。</source>
        <translation>When {0} opens the clinic for the first time it rewrites the store, and {1} cannot open it any more; the only way back is a backup from before the update.</translation>
    </message>
    <message>
        <source>已停止：仍是现在的程序，什么也没有换。</source>
        <translation>Stopped: the program is the one it is now, and nothing was changed.</translation>
    </message>
    <message>
        <source>正在准备…</source>
        <translation>Preparing…</translation>
    </message>
    <message>
        <source>来历可靠，签名无从核对也安装</source>
        <translation>I know where it comes from; install it although its signature cannot be verified</translation>
    </message>
    <message>
        <source>有，但本程序没有密钥可核对</source>
        <translation>There is one, but this program has no key to verify it with</translation>
    </message>
    <message>
        <source>文件与校验清单一致，但无从核对签名：无法确认是谁做的。只装您确知来历的文件。</source>
        <translation>The file fits its list of sums but its signature cannot be verified: nothing says who made it. Install it only if you know where it comes from.</translation>
    </message>
    <message>
        <source>{0} 第一次打开诊所时可能改写病历库；那之后 {1} 打不开它，要回去，只能用更新之前的备份。</source>
        <translation>When {0} opens the clinic for the first time it may rewrite the store; after that {1} cannot open it any more, and the only way back is a backup from before the update.</translation>
    </message>
</context>
<context>
    <name>VerifySheet</name>
    <message>
        <source>备份完好，用时 {0} 秒：{1}。</source>
        <translation>The backup is good ({0} s): {1}.</translation>
    </message>
    <message>
        <source>与上次核验时逐位相同，用时 {0} 秒：{1}。</source>
        <translation>Bit by bit as when it was verified ({0} s): {1}.</translation>
    </message>
    <message>
        <source>校验“{0}”{1}</source>
        <translation>Verify “{0}” {1}</translation>
    </message>
    <message>
        <source>清单、文件、约束、权限和源码逐项核对。先只看文件，不运行代码。</source>
        <translation>Manifest, files, constraints, permissions and source, one by one. First the files are read; no code runs.</translation>
    </message>
    <message>
        <source>再运行代码校验</source>
        <translation>Run its code, too</translation>
    </message>
    <message>
        <source>正在运行代码…</source>
        <translation>Running its code…</translation>
    </message>
    <message>
        <source>正在核对文件…</source>
        <translation>Reading its files…</translation>
    </message>
    <message numerus="yes">
        <source>没有通过：{0} 处问题。</source>
        <translation>
            <numerusform>Not in order: {0} problem.</numerusform>
            <numerusform>Not in order: {0} problems.</numerusform>
        </translation>
    </message>
    <message>
        <source>通过，代码也已装载并核对。</source>
        <translation>In order; its code was loaded and checked, too.</translation>
    </message>
    <message>
        <source>通过。只看了文件，没有运行代码。</source>
        <translation>In order. Only its files were read; no code ran.</translation>
    </message>
    <message>
        <source>提醒：{0}</source>
        <translation>Note: {0}</translation>
    </message>
    <message>
        <source>表单 {0}</source>
        <translation>forms {0}</translation>
    </message>
    <message>
        <source>词表 {0}</source>
        <translation>groups of words {0}</translation>
    </message>
    <message>
        <source>约束 {0}</source>
        <translation>constraints {0}</translation>
    </message>
    <message>
        <source>提示段 {0}</source>
        <translation>prompt sections {0}</translation>
    </message>
    <message>
        <source>工具：{0}</source>
        <translation>tools: {0}</translation>
    </message>
</context>
<context>
    <name>VerifyStrip</name>
    <message>
        <source>核验进度</source>
        <translation>Progress of verifying</translation>
    </message>
    <message>
        <source>停止核验</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>发现的问题</source>
        <translation>What is wrong</translation>
    </message>
    <message>
        <source>正在核验…</source>
        <translation>Verifying…</translation>
    </message>
    <message>
        <source>正在核验：{0} / {1} 行</source>
        <translation>Verifying: row {0} of {1}</translation>
    </message>
</context>
<context>
    <name>VisitList</name>
    <message>
        <source>就诊 {0}</source>
        <translation>Visit {0}</translation>
    </message>
</context>
<context>
    <name>VisitTimeSheet</name>
    <message>
        <source>就诊时间</source>
        <translation>Visit time</translation>
    </message>
    <message>
        <source>补记以前的就诊时改这里，不能晚于现在。</source>
        <translation>For a visit entered later; not after now.</translation>
    </message>
    <message>
        <source>年-月-日 时:分</source>
        <translation>year-month-day hour:minute</translation>
    </message>
    <message>
        <source>用保存时的时间</source>
        <translation>Time of saving</translation>
    </message>
    <message>
        <source>返回</source>
        <translation>Go back</translation>
    </message>
    <message>
        <source>确定</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>读不懂这个时间，请写成 2026-11-01 9:30</source>
        <translation>This time cannot be read; write 2026-11-01 9:30</translation>
    </message>
    <message>
        <source>就诊时间不能晚于现在</source>
        <translation>The visit cannot be later than now</translation>
    </message>
</context>
<context>
    <name>VisitsModel</name>
    <message>
        <source>已签</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>未签</source>
        <translation>Unsigned</translation>
    </message>
    <message>
        <source>对比已变</source>
        <translation>changed</translation>
    </message>
    <message>
        <source>没有主诉</source>
        <translation>No chief complaint</translation>
    </message>
    <message numerus="yes">
        <source>{0} 项症状</source>
        <translation>
            <numerusform>{0} symptom</numerusform>
            <numerusform>{0} symptoms</numerusform>
        </translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>改动：{0}</source>
        <translation>changed: {0}</translation>
    </message>
    <message>
        <source>已作废</source>
        <translation>Void</translation>
    </message>
    <message>
        <source>已更正</source>
        <translation>Amended</translation>
    </message>
    <message>
        <source>补记</source>
        <translation>Late entry</translation>
    </message>
</context>
<context>
    <name>VoidSheet</name>
    <message>
        <source>作废：{0}</source>
        <translation>Void: {0}</translation>
    </message>
    <message>
        <source>记录仍可查看和打印，带作废标记；不再计入对比、趋势和就诊次数。不能撤销，只能重新录入。</source>
        <translation>The record can still be read and printed, marked void; it counts no more in comparison, trends and number of visits. This cannot be undone; the visit can only be entered anew.</translation>
    </message>
    <message>
        <source>例如：应记在同名的另一位名下</source>
        <translation>For example: belongs to another patient of the same name</translation>
    </message>
    <message>
        <source>病历号</source>
        <translation>Record number</translation>
    </message>
    <message>
        <source>输入病历号 {0} 确认（必填）</source>
        <translation>Type the record number {0} to confirm (required)</translation>
    </message>
    <message>
        <source>不作废</source>
        <translation>Keep it</translation>
    </message>
    <message>
        <source>作废</source>
        <translation>Void</translation>
    </message>
    <message>
        <source>原文、签名和理由一并留存</source>
        <translation>Text, signature and reason are all kept</translation>
    </message>
    <message>
        <source>{0} 的作废</source>
        <translation>Voiding {0}</translation>
    </message>
    <message>
        <source>请输入这位患者的病历号 {0}</source>
        <translation>Please type this patient&apos;s record number {0}</translation>
    </message>
</context>
<context>
    <name>Who</name>
    <message>
        <source>出生未录</source>
        <translation>birth not recorded</translation>
    </message>
</context>
<context>
    <name>WhoItem</name>
    <message>
        <source>换身份或换人操作</source>
        <translation>Switch the role or the operator</translation>
    </message>
    <message>
        <source>正在操作的人和身份</source>
        <translation>Who is at work, and in which role</translation>
    </message>
    <message>
        <source>{0}·{1}</source>
        <translation>{0}·{1}</translation>
    </message>
</context>
<context>
    <name>WorkSheet</name>
    <message>
        <source>取消</source>
        <translation>Cancel</translation>
    </message>
</context>
<context>
    <name>WritingArea</name>
    <message>
        <source>还没有选定患者，先查找。</source>
        <translation>No patient chosen. Find one first.</translation>
    </message>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
</context>
<context>
    <name>_Marks</name>
    <message>
        <source>已读到 {0} 组，共 {1} 组</source>
        <translation>{0} of {1} groups read</translation>
    </message>
    <message numerus="yes">
        <source>第 {0} 组不对</source>
        <translation>
            <numerusform>Group {0} is wrong</numerusform>
            <numerusform>Groups {0} are wrong</numerusform>
        </translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>_Side</name>
    <message>
        <source>没有写</source>
        <translation>not given</translation>
    </message>
    <message>
        <source>不符</source>
        <translation>differs</translation>
    </message>
</context>
<context>
    <name>printing</name>
    <message>
        <source>复诊对比表</source>
        <translation>Comparison of visits</translation>
    </message>
    <message>
        <source>上次</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>年龄</source>
        <translation>Age</translation>
    </message>
    <message>
        <source>就诊日期</source>
        <translation>Visit date</translation>
    </message>
    <message>
        <source>医师</source>
        <translation>Physician</translation>
    </message>
    <message>
        <source>未问</source>
        <translation>Not asked</translation>
    </message>
    <message>
        <source>第 {page} 页，共 {pages} 页</source>
        <translation>Page {page} of {pages}</translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>签名</source>
        <translation>Signature</translation>
    </message>
    <message>
        <source>未签</source>
        <translation>Unsigned</translation>
    </message>
    <message>
        <source>复诊·{0}</source>
        <translation>Return visit · {0}</translation>
    </message>
    <message>
        <source>{0}，未签名</source>
        <translation>{0}, not signed</translation>
    </message>
    <message>
        <source>{0}，{1} 签名于 {2}</source>
        <translation>{0}, signed by {1} at {2}</translation>
    </message>
    <message>
        <source>更正记录</source>
        <translation>Amendments</translation>
    </message>
    <message>
        <source>{0}；{1}</source>
        <translation>{0}; {1}</translation>
    </message>
    <message>
        <source>病历 {no} 就诊序号 {number} 第 {of} 版，保存于 {at}，表单 {title} {version}</source>
        <translation>Record {no}, visit {number}, version {of}, saved {at}, form {title} {version}</translation>
    </message>
    <message>
        <source>恢复码</source>
        <translation>Recovery code</translation>
    </message>
    <message>
        <source>忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。</source>
        <translation>When the passphrase is forgotten or the computer replaced or stolen, it alone opens the records.</translation>
    </message>
    <message>
        <source>由诊所保管，不属于个人：放进上锁的柜子或保险箱，最好再抄一份放在诊所以外的地方。</source>
        <translation>It belongs to the clinic, not to a person: keep it in a locked cabinet or a safe, and best a copy outside the clinic.</translation>
    </message>
    <message>
        <source>不要放在电脑旁，不要拍照，不要发给任何人。拿到它和病历文件的人就能打开全部病历。</source>
        <translation>Not beside the computer, not in a photograph, sent to nobody. Whoever has it and the file of the records can open them all.</translation>
    </message>
    <message>
        <source>换了新的恢复码以后，这一张就作废，请销毁。</source>
        <translation>Once there is a new recovery code this page is void; destroy it.</translation>
    </message>
    <message>
        <source>只有数字和字母，没有 I、L、O、U：看着像的，0 是零，1 是一。输入时大小写、空格、横线都不要紧。</source>
        <translation>Digits and letters only, without I, L, O and U: what looks like them is zero or one. Case, blanks and dashes do not matter.</translation>
    </message>
    <message>
        <source>怎样用：打开程序，在输入口令的地方选“用恢复码打开”，逐组输入，再设一个新口令。</source>
        <translation>How to use it: start the program, choose “Open with the recovery code” where the passphrase is asked for, type the groups, then set a new passphrase.</translation>
    </message>
    <message>
        <source>做于 {0}</source>
        <translation>Made on {0}</translation>
    </message>
    <message>
        <source>保管人：</source>
        <translation>Kept by:</translation>
    </message>
    <message>
        <source>存放在：</source>
        <translation>Kept at:</translation>
    </message>
    <message>
        <source>日期：</source>
        <translation>Date:</translation>
    </message>
    <message>
        <source>程序里不保存恢复码，也不会再显示；丢了请在 设置 › 密钥 换一个新的。</source>
        <translation>The program does not keep the code nor show it again; if it is lost, make a new one under Settings › Keys.</translation>
    </message>
</context>
<context>
    <name>visit</name>
    <message>
        <source>初诊</source>
        <translation>First visit</translation>
    </message>
    <message>
        <source>第{place}诊</source>
        <translation>Visit {place}</translation>
    </message>
    <message>
        <source>已作废</source>
        <translation>void</translation>
    </message>
</context>
</TS>
